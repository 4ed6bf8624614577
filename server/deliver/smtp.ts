import { Readable } from 'node:stream';
import type { SendMailOptions, SMTPPoolOptions, Transporter } from 'nodemailer';
import { cleanReply, type Delivery, type Verified } from '#server/outbox/delivery.ts';
import { LANES } from '#server/outbox/kind.ts';
import { isLoopback } from '#server/setting.ts';
import { connectWithin } from './connect.ts';
import { isAddress, type Mail } from './message.ts';
import { classifySmtpError, explainSmtpError, type SmtpError } from './smtp-errors.ts';

/** None waits for a connection: its time would run meanwhile. */
export const SMTP_CONNECTIONS = LANES.confirmations + LANES.others;

/**
 * All in milliseconds. nodemailer has one time-out for a silent connection, which must allow the slowest answer: the one
 * after the last dot, where RFC 5321 (4.5.3.2.6) asks for 10 minutes so that slowness is not taken for doubt. What comes
 * before the message has its own, shorter limits here, and the message as a whole one that trickling replies cannot stretch.
 */
export type SmtpLimits = {
  /** From the name of the server to the connection. */
  connect: number;
  greeting: number;
  /** From the greeting until we are signed in; and again from MAIL FROM until the server is ready for the message. */
  command: number;
  /** Silence while the message is sent and its acceptance awaited. */
  reply: number;
  /** The message and its acceptance, all in all. */
  message: number;
  /** What `close` waits for mails under way. */
  close: number;
};

export const SMTP_LIMITS: SmtpLimits = {
  connect: 10_000,
  greeting: 10_000,
  command: 60_000,
  reply: 10 * 60_000,
  message: 15 * 60_000,
  close: 1_000,
};

export type Smtp = {
  /** Never rejects. */
  send: (mail: Mail) => Promise<Delivery>;
  /** Connects, encrypts and signs in; sends nothing. */
  verify: () => Promise<Verified>;
  /** Lets mails under way finish; what is still open after `limits.close` is cut off and is `unknown` or `retry`. */
  close: () => Promise<void>;
};

/**
 * Sends by the mail server of `smtp://user:password@host:port` (STARTTLS, port 587) or `smtps://…` (port 465). Passwords
 * and addresses never travel in the clear: a server without encryption is refused, unless it is on this machine or the
 * URL ends in `?requireTLS=false`. `?name=mail.example.com` is how we greet the server.
 */
export function createSmtp(smtpUrl: string, limits: SmtpLimits = SMTP_LIMITS): Smtp {
  const options = readSmtpUrl(smtpUrl, limits);
  const attempts = new WeakMap<AbortSignal, Attempt>();
  const underWay = new Set<Promise<Delivery>>();
  let pool: Promise<Transporter> | null = null;
  let closed = false;

  /** One that failed is forgotten: an update may be replacing the packages, and the next mail finds them again. */
  function open(): Promise<Transporter> {
    pool ??= openPool(options, attempts).catch((error: unknown) => {
      pool = null;
      throw error;
    });
    return pool;
  }

  async function attempt(mail: Mail): Promise<Delivery> {
    const { name: _name, ...message } = mail;
    const [recipient] = mail.envelope.to;
    if (!isAddress(recipient)) return { outcome: 'failed', reply: 'the recipient is not an address' };
    if (closed) return { outcome: 'retry', reply: 'the collector is stopping' };
    const watched = watch(limits);
    attempts.set(watched.signal, watched);
    try {
      const opened = await open();
      const sent = await opened.sendMail({
        ...(message satisfies SendMailOptions),
        signal: watched.signal,
      });
      return { outcome: 'sent', reply: cleanReply(String(sent.response), recipient) };
    } catch (error) {
      return classifySmtpError(error as SmtpError, watched.begun(), recipient);
    } finally {
      watched.end();
    }
  }

  return {
    send: (mail) => {
      const sending = attempt(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    verify: async () => {
      const { createTransport } = await import('nodemailer');
      const single = createTransport({ ...options, socketTimeout: limits.command });
      try {
        await single.verify();
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: explainSmtpError(error as SmtpError) };
      }
    },
    close: async () => {
      closed = true;
      const opened = await pool?.catch(() => null);
      if (!opened) return;
      opened.close();
      const cut = setTimeout(() => opened.close({ force: true }), limits.close);
      await Promise.all(underWay);
      clearTimeout(cut);
    },
  };
}

async function openPool(
  options: SMTPPoolOptions,
  attempts: WeakMap<AbortSignal, Attempt>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const pool = createTransport({
    ...options,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    maxMessages: Infinity,
    // Sending again is the outbox's decision.
    maxRequeues: 0,
  });
  pool.use('stream', (mail, done) => {
    const attempt = mail.data.signal && attempts.get(mail.data.signal);
    if (attempt) mail.message.processFunc((source) => attempt.follow(source));
    done();
  });
  return pool;
}

type Attempt = {
  signal: AbortSignal;
  /** Wraps the message; nodemailer asks for it when it begins with MAIL FROM and reads it when the server has said 354. */
  follow: (source: Readable) => Readable;
  begun: () => boolean;
  end: () => void;
};

function watch(limits: SmtpLimits): Attempt {
  const abort = new AbortController();
  let begun = false;
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
      limit('accepting the recipient', limits.command);
      // Nothing in a generator runs before the first byte is asked for.
      return Readable.from(read(source), { objectMode: false });
    },
    begun: () => begun,
    end: () => clearTimeout(timer),
  };
}

function readSmtpUrl(smtpUrl: string, limits: SmtpLimits): SMTPPoolOptions {
  const url = new URL(smtpUrl);
  const asked = url.searchParams.get('requireTLS');
  const name = url.searchParams.get('name');
  const local = isLoopback(url.hostname);
  const requireTLS = asked === null ? !local : asked !== 'false';
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS,
    // Nobody listens in between on this machine, and its mail server's certificate is for another name.
    ignoreTLS: local && !requireTLS,
    tls: { rejectUnauthorized: !local },
    ...(url.username !== '' && {
      auth: { user: decode(url.username), pass: decode(url.password) },
    }),
    ...(name !== null && { name }),
    getSocket: connectWithin(limits.connect),
    // For nodemailer connecting ends with the greeting and STARTTLS.
    connectionTimeout: limits.connect + limits.greeting,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.reply,
  };
}

/** A password may hold a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
