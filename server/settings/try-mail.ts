import type { FieldProblem } from '#contract/problem.ts';
import type { MailServer } from '#server/base/config.ts';
import type { SmtpError } from '#server/deliver/smtp-errors.ts';
import { explainSmtpError, faultOf, saidBy, type SmtpFault } from '#server/deliver/smtp-errors.ts';
import { SMTP_LIMITS, type SmtpLimits } from '#server/deliver/smtp.ts';
import { type Envelope, trySmtp } from '#server/deliver/try-smtp.ts';
import { accountParts } from './smtp-account.ts';

/** Milliseconds. An owner waits. */
const LIMITS = { ...SMTP_LIMITS, connect: 5_000, greeting: 5_000, command: 5_000 };

/** Where a mail server may be. `secure`: encrypted from the first byte. */
type Place = { port: number; secure: boolean };

/** RFC 8314 and 6409, and the port of sending services where those are blocked. */
const USUAL_PLACES: readonly Place[] = [
  { port: 465, secure: true },
  { port: 587, secure: false },
  { port: 2525, secure: false },
];

/** Where else it is looked for, and for how long. */
type Trying = { places: readonly Place[]; limits: SmtpLimits };

/** `reason`: in English, for the server administrator. */
export type MailTried = Pick<FieldProblem, 'said' | 'offer'> & {
  code: SmtpFault | 'elsewhere';
  reason: string;
};

/**
 * Tries an account as far as a mail that is taken back; null: it works. Another port or name is tried without the
 * password, and offered if it encrypts.
 */
export async function tryMail(
  server: MailServer,
  envelope: Envelope,
  trying: Trying = { places: USUAL_PLACES, limits: LIMITS },
): Promise<MailTried | null> {
  const { url } = server;
  const error = await trySmtp(server, trying.limits, envelope);
  if (error === null) return null;
  const code = faultOf(error, new URL(url).hostname);
  const found = { code, reason: explainSmtpError(error), said: saidBy(error) };
  if (code === 'other-name') return { ...found, ...(await findName(url, error, trying)) };
  if (code !== 'no-answer' && code !== 'no-tls') return found;
  const offer = await findPlace(url, trying);
  return offer === null ? found : { ...found, code: 'elsewhere', offer };
}

/** The first place that encrypts, as `smtps:465` or `smtp:587`. */
async function findPlace(smtpUrl: string, { places, limits }: Trying): Promise<string | null> {
  const { port, secure } = accountParts(smtpUrl);
  const others = [{ port, secure: !secure }, ...places.filter((one) => one.port !== port)];
  const found = await Promise.all(
    others.map(async (one) =>
      (await encrypts(smtpUrl, one, limits)) ? `${one.secure ? 'smtps' : 'smtp'}:${one.port}` : null,
    ),
  );
  return found.find((one) => one !== null) ?? null;
}

/** The name in the certificate, if the mail server is there, too. */
async function findName(
  smtpUrl: string,
  { cert }: SmtpError,
  { limits }: Trying,
): Promise<Pick<FieldProblem, 'offer'>> {
  const names = [...(cert?.subjectaltname ?? '').matchAll(/DNS:([a-z\d.-]+)/gi)].map(([, name]) => name);
  const [name] = names;
  if (name === undefined) return {};
  return (await encrypts(smtpUrl, accountParts(smtpUrl), limits, name)) ? { offer: name } : {};
}

async function encrypts(
  smtpUrl: string,
  { port, secure }: Place,
  limits: SmtpLimits,
  name?: string,
): Promise<boolean> {
  const { host, search } = new URL(smtpUrl);
  const server = name ?? host.replace(/:\d+$/, '');
  const url = `${secure ? 'smtps' : 'smtp'}://${server}:${port}${search}`;
  return (await trySmtp({ url }, limits, null)) === null;
}
