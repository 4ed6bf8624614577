import type { ServerSettingsPosted, SettingProblemCode } from '#contract/owner/server-settings.ts';
import { Problem } from '../problem.ts';
import type { UseWords } from '../words.ts';

export type Account = Record<'server' | 'port' | 'user' | 'password' | 'from', string>;
export type AccountProblem = Partial<Record<keyof Account, string>>;
/** What would be taken in place of what was typed. */
export type AccountOffer = { server: string } | { port: string };

/** What came of trying an account. `secure`: the encryption at an offered port. */
export type Tried = { wrong: AccountProblem; offer?: AccountOffer; secure?: boolean };

/** @returns what is wrong; null: it is saved. `secure`: TLS from the first byte. @throws Problem */
export async function saveAccount(
  send: (posted: ServerSettingsPosted) => Promise<unknown>,
  given: Account,
  secure: boolean,
  t: UseWords['t'],
): Promise<Tried | null> {
  const first = await trySaving(send, given, secure, t);
  // The other encryption at the same port needs no question.
  const isSamePort = first?.offer !== undefined && 'port' in first.offer && first.offer.port === given.port;
  return isSamePort && first.secure !== secure ? trySaving(send, given, !secure, t) : first;
}

async function trySaving(...[send, given, secure, t]: Parameters<typeof saveAccount>): Promise<Tried | null> {
  const server = given.server.trim();
  const { user, password, port, from } = given;
  try {
    await send({
      smtp: { server, port: Number(port), secure, user: user.trim(), ...(password !== '' && { password }) },
      changes: { MAIL_FROM: from.trim() },
    });
    return null;
  } catch (problem) {
    const found = problem instanceof Problem ? triedIn(problem, server, t) : null;
    if (found === null) throw problem;
    return found;
  }
}

export function wrongBefore({ server, port, from }: Account, t: UseWords['t']): AccountProblem {
  const number = Number(port);
  return {
    ...(server.trim() === '' && { server: t('delivery.serverMissing') }),
    ...(!(Number.isInteger(number) && number > 0 && number < 65_536) && { port: t('delivery.portWrong') }),
    ...(from.trim() === '' && { from: t('delivery.fromWrong') }),
  };
}

/** Null: it is about none of the fields. */
function triedIn(problem: Problem, server: string, t: UseWords['t']): Tried | null {
  const from = problem.field('MAIL_FROM');
  const heard = (said: string | undefined) => (said ? ` ${t('delivery.said', { words: said })}` : '');
  if (from !== undefined) {
    const sentence = t(from.code === 'sender' ? 'delivery.senderRefused' : 'delivery.fromWrong');
    return { wrong: { from: sentence + heard(from.said) } };
  }
  const found = problem.field('SMTP_URL');
  if (found === undefined) return null;
  const { said, offer = '' } = found;
  switch (found.code as SettingProblemCode) {
    case 'not-taken':
      return { wrong: { password: t(`delivery.${notTakenAt(server)}`) + heard(said) } };
    case 'no-login':
      return { wrong: { user: t('delivery.noLogin') } };
    case 'no-tls':
      return { wrong: { port: t('delivery.noTls') + heard(said) } };
    case 'elsewhere': {
      const [protocol, port = ''] = offer.split(':');
      const wrong = { port: t('delivery.elsewhere', { server, port }) };
      return { wrong, offer: { port }, secure: protocol === 'smtps' };
    }
    case 'other-name':
      return offer === ''
        ? { wrong: { server: t('delivery.otherName', { server }) + heard(said) } }
        : { wrong: { server: t('delivery.otherNameIs', { server, name: offer }) }, offer: { server: offer } };
    case 'certificate':
      return { wrong: { server: t('delivery.certificate', { server }) + heard(said) } };
    case 'refused':
      return { wrong: { server: t('delivery.refuses', { server }) + heard(said) } };
    default:
      return { wrong: { server: t('delivery.noAnswer', { server }) } };
  }
}

/** What its accounts take in place of their own password. */
function notTakenAt(server: string): 'appPassword' | 'appFirst' | 'notTaken' {
  if (/(?:^|\.)(?:gmail|google|googlemail)\.com$/i.test(server)) return 'appPassword';
  return /(?:^|\.)office365\.com$/i.test(server) ? 'appFirst' : 'notTaken';
}
