import type { ServerSettingsPosted, SettingProblemCode } from '#contract/owner/server-settings.ts';
import type { FieldProblem } from '#contract/problem.ts';
import { RequestError } from '../problem.ts';
import type { UseWords } from '../words.ts';

export type Login = Record<'server' | 'port' | 'user' | 'password', string>;
export type MailAccountInput = Login & { from: string };
export type AccountProblem = Partial<Record<keyof MailAccountInput, string>>;

/** What came of trying an account. `offer`: what would be taken in place of what was typed; `secure`: the encryption there. */
export type TriedAccount = {
  wrong: AccountProblem;
  offer?: { field: 'server' | 'port'; value: string };
  secure?: boolean;
};

/** `hasApp`: whether that of Microsoft 365 is set. */
type Given = MailAccountInput & { hasApp: boolean };

/** @returns what is wrong; null: it is saved. `secure`: TLS from the first byte. @throws Problem */
export async function saveAccount(
  send: (posted: ServerSettingsPosted) => Promise<unknown>,
  given: Given,
  secure: boolean,
  t: UseWords['t'],
): Promise<TriedAccount | null> {
  const first = await trySaving(send, given, secure, t);
  // The other encryption at the same port needs no question.
  const isSamePort = first?.offer?.field === 'port' && first.offer.value === given.port;
  return isSamePort && first.secure !== secure ? trySaving(send, given, !secure, t) : first;
}

async function trySaving(
  ...[send, given, secure, t]: Parameters<typeof saveAccount>
): Promise<TriedAccount | null> {
  const server = given.server.trim();
  const { user, password, port, from } = given;
  try {
    await send({
      smtp: { server, port: Number(port), secure, user: user.trim(), ...(password !== '' && { password }) },
      changes: { MAIL_FROM: from.trim() },
    });
    return null;
  } catch (problem) {
    const found = problem instanceof RequestError ? triedIn(problem, { ...given, server }, t) : null;
    if (found === null) throw problem;
    return found;
  }
}

export function wrongBefore(
  { server, port, from }: Login & { from?: string },
  t: UseWords['t'],
): AccountProblem {
  const number = Number(port);
  return {
    ...(server.trim() === '' && { server: t('delivery.serverMissing') }),
    ...(!(Number.isInteger(number) && number > 0 && number < 65_536) && { port: t('delivery.portWrong') }),
    ...(from?.trim() === '' && { from: t('delivery.fromWrong') }),
  };
}

/** Null: it is about none of the fields. */
function triedIn(problem: RequestError, given: Given, t: UseWords['t']): TriedAccount | null {
  const from = problem.field('MAIL_FROM');
  if (from !== undefined) {
    const sentence = t(from.code === 'sender' ? 'delivery.senderRefused' : 'delivery.fromWrong');
    return { wrong: { from: sentence + heard(from.said, t) } };
  }
  const found = problem.field('SMTP_URL');
  return found === undefined ? null : triedAt(given, found, t);
}

function heard(said: string | undefined, t: UseWords['t']): string {
  return said ? ` ${t('delivery.said', { words: said })}` : '';
}

/** Of what was found wrong with an account at this server. */
export function triedAt(
  { server, user, hasApp }: Pick<Given, 'server' | 'user' | 'hasApp'>,
  { code, said, offer = '' }: FieldProblem,
  t: UseWords['t'],
): TriedAccount {
  switch (code as SettingProblemCode) {
    case 'not-taken':
      return { wrong: { password: t(`delivery.${askedAt(server, hasApp) ?? 'notTaken'}`) + heard(said, t) } };
    case 'wants-login': {
      const sentence = t(`delivery.${askedAt(server, hasApp) ?? 'wantsLogin'}`) + heard(said, t);
      return { wrong: { [user.trim() === '' ? 'user' : 'password']: sentence } };
    }
    case 'no-login':
      return { wrong: { user: t('delivery.noLogin') } };
    case 'no-tls':
      return { wrong: { port: t('delivery.noTls') + heard(said, t) } };
    case 'elsewhere': {
      const [protocol, port = ''] = offer.split(':');
      const wrong = { port: t('delivery.elsewhere', { server, port }) };
      return { wrong, offer: { field: 'port', value: port }, secure: protocol === 'smtps' };
    }
    case 'other-name':
      return offer === ''
        ? { wrong: { server: t('delivery.otherName', { server }) + heard(said, t) } }
        : {
            wrong: { server: t('delivery.otherNameIs', { server, name: offer }) },
            offer: { field: 'server', value: offer },
          };
    case 'certificate':
      return { wrong: { server: t('delivery.certificate', { server }) + heard(said, t) } };
    case 'refused':
      return { wrong: { server: t('delivery.refuses', { server }) + heard(said, t) } };
    default:
      return { wrong: { server: t('delivery.noAnswer', { server }) } };
  }
}

/** What its accounts take in place of their own password; null: that. */
function askedAt(server: string, hasApp: boolean): 'appPassword' | 'appFirst' | 'appRefused' | null {
  if (/(?:^|\.)(?:gmail|google|googlemail)\.com$/i.test(server)) return 'appPassword';
  if (!/(?:^|\.)office365\.com$/i.test(server)) return null;
  return hasApp ? 'appRefused' : 'appFirst';
}
