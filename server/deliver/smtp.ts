import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { PluginFunction, SMTPPoolOptions, Transporter } from 'nodemailer';
import type { XOAuth2ProvisionCallback } from 'nodemailer/lib/xoauth2';
import type { MailServer } from '#server/base/config.ts';
import { type AccessToken, createAccessToken } from './access-token.ts';
import { cleanReply, type Delivery } from '#server/outbox/delivery.ts';
import { LANES } from '#server/outbox/kind.ts';
import { decodePart, isLoopback } from '#server/base/setting.ts';
import type { Mailer } from './mailer.ts';
import { createTurns } from './in-turn.ts';
import type { Mail } from './message.ts';
import { createSign, type Dkim, nodemailerMessage, NO_ACCESS } from './mime.ts';
import { loadNodemailer } from './nodemailer.ts';
import { classifySmtpError, type SmtpError } from './smtp-errors.ts';

/** So no mail of the outbox waits for a connection. */
export const SMTP_CONNECTIONS = LANES.confirmations + LANES.others;

/**
 * Milliseconds. nodemailer has one timeout for a silent connection, which must allow the slowest reply: the
 * one after the final dot, where RFC 5321 (4.5.3.2.6) asks for 10 minutes so that slowness is not taken for
 * doubt. Earlier steps have shorter limits here, and the message a total that no trickle can stretch.
 */
export const SMTP_LIMITS = {
  /** DNS and connecting. */
  connect: 10_000,
  greeting: 10_000,
  /** From the greeting to authentication; then from MAIL FROM until the server wants the message. */
  command: 60_000,
  /** Silence while the message is sent and until it is accepted. */
  reply: 10 * 60_000,
  /** The message and its acceptance in total. */
  message: 15 * 60_000,
  /** How long `close` waits for mails under way. */
  close: 1_000,
};

export type SmtpLimits = typeof SMTP_LIMITS;

/**
 * Sends through `smtp://user:password@host:port` (STARTTLS, port 587) or `smtps://…` (port 465). Passwords
 * and addresses are never sent in clear text: a server without encryption is refused, unless it is on this
 * machine or the URL ends in `?requireTLS=false`. `?name=mail.example.com` sets the EHLO name.
 */
export function createSmtp(
  server: MailServer,
  limits: SmtpLimits = SMTP_LIMITS,
  connections: number = SMTP_CONNECTIONS,
  dkim: Dkim | null = null,
): Mailer {
  const { token, ...options } = smtpOptions(server);
  const underWay = new Set<Promise<Delivery>>();
  // A mail that waits for a connection is not begun: its time does not run.
  const inTurn = createTurns(connections);
  let pool: Transporter | null = null;
  let closed = false;

  async function attempt(mail: Mail): Promise<Delivery> {
    const [recipient] = mail.envelope.to;
    const watched = watch(limits);
    try {
      const { createTransport } = await loadNodemailer();
      const sign = pool === null ? await createSign(dkim) : null;
      // Tells a token server that is away from one that refuses.
      await token?.();
      if (closed) return { outcome: 'retry', reply: 'the collector is stopping' };
      pool ??= createTransport(poolOptions(options, limits, connections), NO_ACCESS).use(
        'stream',
        followMessage(sign),
      );
      const sent = await pool.sendMail({ ...nodemailerMessage(mail), ...watched });
      return { outcome: 'sent', reply: cleanReply(String(sent.response), recipient) };
    } catch (error) {
      const how = { reached: watched.reached(), begun: watched.begun(), recipient };
      return classifySmtpError(error as SmtpError, how);
    } finally {
      watched.end();
    }
  }

  return {
    send: (mail) => {
      const sending = inTurn(() => attempt(mail)).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    close: async () => {
      closed = true;
      pool?.close();
      const cut = setTimeout(() => pool?.close({ force: true }), limits.close);
      await Promise.all(underWay);
      clearTimeout(cut);
    },
  };
}

function poolOptions(
  options: Omit<ReturnType<typeof smtpOptions>, 'token'>,
  limits: SmtpLimits,
  connections: number,
): SMTPPoolOptions & { pool: true } {
  return {
    ...options,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
    // Retries are up to the outbox.
    maxRequeues: 0,
    getSocket: (_, callback) =>
      void connectWithin(options, limits.connect).then(
        (connection) => callback(null, { connection }),
        callback,
      ),
    // nodemailer's connection timeout includes the greeting and STARTTLS.
    connectionTimeout: limits.connect + limits.greeting,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.reply,
  };
}

/** State of one attempt through nodemailer. */
type Watched = {
  signal: AbortSignal;
  /** Wraps the message; nodemailer calls it before MAIL FROM and reads the stream after the server's 354. */
  follow: (source: Readable) => Readable;
  /** The mail server has accepted our login. */
  reached: () => boolean;
  begun: () => boolean;
  end: () => void;
};

/** Signing reads the message at once, so it comes first: `follow` is read when the server is ready. */
function followMessage(sign: Awaited<ReturnType<typeof createSign>>): PluginFunction {
  return (mail, done) => {
    if (sign !== null) mail.message.processFunc(sign);
    mail.message.processFunc((mail.data as unknown as Watched).follow);
    done();
  };
}

function watch(limits: SmtpLimits): Watched {
  const abort = new AbortController();
  let begun = false;
  let reached = false;
  let timer: NodeJS.Timeout;
  const limit = (what: string, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(new Error(`${what} took longer than ${ms / 1000} s`)), ms);
  };
  limit('reaching the mail server', limits.connect + limits.greeting + limits.command);
  async function* read(source: Readable) {
    begun = true;
    limit('accepting the message', limits.message);
    yield* source;
  }
  return {
    signal: abort.signal,
    follow: (source) => {
      reached = true;
      limit('accepting the recipient', limits.command);
      // A generator runs nothing before the first byte is read.
      return Readable.from(read(source), { objectMode: false });
    },
    reached: () => reached,
    begun: () => begun,
    end: () => clearTimeout(timer),
  };
}

/** What nodemailer needs to reach the mail server, without limits. `token`: null if a password signs in. */
export function smtpOptions({ url: smtpUrl, oauth }: MailServer) {
  const url = new URL(smtpUrl);
  const asked = url.searchParams.get('requireTLS');
  const name = url.searchParams.get('name');
  const local = isLoopback(url.hostname);
  const requireTLS = asked === null ? !local : asked !== 'false';
  const secure = url.protocol === 'smtps:';
  const token = oauth ? createAccessToken(oauth) : null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS,
    // On this machine nobody can eavesdrop, and the certificate is for another name.
    ignoreTLS: local && !requireTLS,
    tls: { rejectUnauthorized: !local },
    ...(url.username !== '' && { auth: authOf(url, token) }),
    ...(name !== null && { name }),
    token,
  };
}

function authOf(url: URL, token: AccessToken | null): SMTPPoolOptions['auth'] {
  const user = decodePart(url.username);
  if (token === null) return { user, pass: decodePart(url.password) };
  return { type: 'OAuth2', user, provisionCallback: provisionOf(token) };
}

function provisionOf(token: AccessToken): XOAuth2ProvisionCallback {
  return (_user, renew, done) => void token(renew).then((text) => done(null, text), done);
}

/**
 * Connects for nodemailer, whose own timeout includes the greeting and STARTTLS: an unreachable server would
 * get as long as one that is slow to greet. @throws SmtpError
 */
export async function connectWithin(
  { host, port }: { host: string; port: number },
  ms: number,
): Promise<Socket> {
  // For names with several addresses; Node's default of 250 ms is too short for a distant one.
  const autoSelectFamilyAttemptTimeout = Math.max(10, Math.floor(ms / 4));
  const connection = connect({ host, port, autoSelectFamilyAttemptTimeout });
  const late = Object.assign(new Error(`no connection within ${ms / 1000} s`), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => connection.destroy(late), ms);
  await once(connection, 'connect').finally(() => clearTimeout(timer));
  return connection;
}
