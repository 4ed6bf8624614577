/* eslint-disable no-underscore-dangle -- nodemailer's own names */
import { once } from 'node:events';
import type SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { Config, MailServer } from '#server/base/config.ts';
import { withDeadline } from '#server/base/deadline.ts';
import type { Verified } from '#server/outbox/delivery.ts';
import { isAboutRecipient, meaningOf } from '#server/outbox/replies.ts';
import { readMailbox } from './message.ts';
import { loadNodemailer } from './nodemailer.ts';
import { connectWithin, smtpOptions, SMTP_LIMITS, type SmtpLimits } from './smtp.ts';
import { explainSmtpError, NO_LOGIN, type SmtpError } from './smtp-errors.ts';

/** The addresses of a mail that is announced and taken back. */
export type Envelope = { from: string; to: string };

/** To the owner, or to the sender itself. */
export function trialEnvelope({ mailFrom, ownerEmail }: Pick<Config, 'mailFrom' | 'ownerEmail'>): Envelope {
  const { address: from } = readMailbox(mailFrom);
  return { from, to: ownerEmail ?? from };
}

/** Whether the mail server would take a mail. It may ask for no password: that does not keep mails from leaving. */
export async function verifySmtp(
  server: MailServer,
  envelope: Envelope,
  limits: SmtpLimits = SMTP_LIMITS,
): Promise<Verified> {
  const error = await trySmtp(server, limits, envelope);
  if (error === null || error.code === NO_LOGIN) return { ok: true };
  return { ok: false, reason: explainSmtpError(error) };
}

/**
 * Connects, encrypts, signs in and announces a mail, which is taken back (RSET); null: it would be taken. Without an
 * envelope it ends once the connection is encrypted: the password is not said.
 */
export async function trySmtp(
  server: MailServer,
  limits: SmtpLimits,
  envelope: Envelope | null,
): Promise<SmtpError | null> {
  const { Connection, XOAuth2 } = await loadNodemailer();
  const { auth, token, ...options } = smtpOptions(server);
  const ended = new AbortController();
  async function attempt(): Promise<null> {
    const connection = await connectWithin(options, limits.connect);
    let leave = () => {};
    ended.signal.addEventListener('abort', () => {
      leave();
      connection.destroy();
    });
    const smtp = new Connection({
      ...options,
      connection,
      greetingTimeout: limits.greeting,
      socketTimeout: limits.command,
    });
    const ask = asking(smtp);
    await ask<void>((done) => smtp.connect((error) => done(error)));
    leave = () => smtp.quit();
    if (envelope === null) return null;
    if (auth !== undefined && smtp.allowsAuth) {
      await token?.();
      const login = token === null ? auth : { user: auth.user, oauth2: new XOAuth2(auth) };
      await ask<void>((done) => smtp.login(login, (error) => done(error)));
    }
    const says = (command: Command, address: string) =>
      ask<boolean>((done) =>
        say(smtp, command, address, (reply) => judge(reply, command, options.host, done)),
      );
    if (await says('MAIL FROM', envelope.from)) await says('RCPT TO', envelope.to);
    await ask<void>((done) => smtp.reset((error) => done(error)));
    if (auth !== undefined && !smtp.allowsAuth)
      throw Object.assign(new Error('the mail server asks for no password here'), { code: NO_LOGIN });
    return null;
  }
  const late = Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
  const found = await withDeadline<SmtpError | null>(
    attempt().catch((error: SmtpError) => error),
    limits.connect + limits.greeting + limits.command,
    late,
  );
  ended.abort();
  return found;
}

type Done<T> = (error?: Error | null, value?: T) => void;

/** Waits for a step, and for the connection to fail. */
function asking(smtp: SmtpConnection) {
  const failed = once(smtp, 'error').then(([error]) => Promise.reject(error as Error));
  const closed = once(smtp, 'end').then(() => {
    throw Object.assign(new Error('Connection closed'), { code: 'ECONNECTION' });
  });
  return <T>(act: (done: Done<T>) => void): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    act((error, value) => (error ? reject(error) : resolve(value as T)));
    return Promise.race([promise, failed, closed]);
  };
}

type Command = 'MAIL FROM' | 'RCPT TO';

/** nodemailer says the envelope only with a message. */
type Talking = { _responseActions: ((reply: string) => void)[]; _sendCommand(line: string): void };

function say(
  smtp: SmtpConnection,
  command: Command,
  address: string,
  onReply: (reply: string) => void,
): void {
  const talking = smtp as unknown as Talking;
  talking._responseActions.push(onReply);
  talking._sendCommand(`${command}:<${address}>`);
}

/** Done with whether it was taken. What will pass, or is about the recipient, is not the account's fault. */
function judge(reply: string, command: Command, host: string | undefined, done: Done<boolean>): void {
  const responseCode = Number(reply.slice(0, 3));
  if (responseCode < 400) return done(null, true);
  const isNone =
    ['limit', 'rate', 'busy'].includes(meaningOf(reply, host)) ||
    (command === 'RCPT TO' && isAboutRecipient(reply, host));
  if (isNone) return done(null, false);
  done(Object.assign(new Error(reply), { code: 'EENVELOPE', command, response: reply, responseCode }));
}
