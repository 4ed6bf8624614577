import type { Transform } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import type { MailServer } from '#server/base/config.ts';
import { cleanReply, type Verified } from '#server/outbox/delivery.ts';
import { decodePart, isLoopback } from '#server/base/setting.ts';
import { type AccessToken, createAccessToken } from './access-token.ts';
import { OF_CERTIFICATE } from './smtp-errors.ts';

/** Milliseconds; bytes of the answer to one command. */
const LIMITS = {
  connect: 15_000,
  silence: 60_000,
  whole: 10 * 60_000,
  answer: 64 * 1024,
};

/** Checks whether the mailbox is readable; reads nothing. */
export async function verifyMailbox(server: MailServer): Promise<Verified> {
  const tried = await tryMailbox(server);
  return tried === null ? { ok: true } : { ok: false, reason: tried.reason };
}

/** What is wrong with a mailbox. `reason`: for the operator; `said`: by its server. */
export type MailboxTried = { code: MailboxFault; reason: string; said: string | undefined };
type MailboxFault = 'not-taken' | 'no-answer' | 'no-tls' | 'certificate' | 'refused';

/** The same; null: it is readable. */
export async function tryMailbox(server: MailServer): Promise<MailboxTried | null> {
  try {
    const { client } = await clientOf(server.url, tokenOf(server));
    try {
      await client.connect();
      await client.mailboxOpen(mailboxFolder(server.url), { readOnly: true });
    } finally {
      client.close();
    }
    return null;
  } catch (error) {
    const { responseText, said = responseText } = error as ImapError;
    return {
      code: faultOf(error as ImapError),
      reason: explainImapError(error),
      said: said && cleanReply(said),
    };
  }
}

export function tokenOf({ oauth }: MailServer): AccessToken | null {
  return oauth ? createAccessToken(oauth) : null;
}

function faultOf({ authenticationFailed, responseText, code = '', tlsFailed }: ImapError): MailboxFault {
  if (authenticationFailed || code === 'EAUTH') return 'not-taken';
  if (OF_CERTIFICATE.test(code)) return 'certificate';
  if (tlsFailed || /^(?:EPROTO|ERR_SSL)/.test(code)) return 'no-tls';
  return responseText === undefined ? 'no-answer' : 'refused';
}

type ImapError = Error & {
  authenticationFailed?: boolean;
  responseText?: string;
  code?: string;
  tlsFailed?: boolean;
  /** Of the token server. */
  said?: string;
};

/** Explains an error to the operator; no password. */
export function explainImapError(error: unknown): string {
  const { authenticationFailed, responseText, code, message } = error as ImapError;
  const isToken = code === 'EAUTH';
  const what =
    authenticationFailed || isToken ? 'the mailbox refuses user or password' : 'the mailbox cannot be read';
  return cleanReply(`${what} (${responseText ?? (isToken ? message : (code ?? message))})`);
}

/** `answers`: what the server may say from now on, in bytes. Beyond that the connection is gone, and calls reject. */
export type LimitedImap = { client: ImapFlow; answers: (bytes: number) => void };

/** The part of imapflow that receives. */
type Receiving = { streamer: Transform & { readBytesCounter: number } };

/** imapflow limits each line, but not how many come unasked: one server could keep this process busy. */
function limit(client: ImapFlow): LimitedImap {
  const { streamer } = client as unknown as Receiving;
  const take = streamer.write.bind(streamer);
  let most: number = LIMITS.answer;
  streamer.write = (chunk: Buffer) => {
    if (streamer.readBytesCounter + streamer.writableLength + chunk.length <= most) return take(chunk);
    streamer.destroy(new Error('the server says too much'));
    return false;
  };
  const late = setTimeout(() => client.close(), LIMITS.whole);
  client.once('close', () => clearTimeout(late));
  return { client, answers: (bytes) => void (most = streamer.readBytesCounter + bytes) };
}

/** Of `imaps://user:password@host/folder`, or `imap://…` with STARTTLS. */
export async function clientOf(imapUrl: string, token: AccessToken | null): Promise<LimitedImap> {
  // Loaded lazily: few sites set a mailbox.
  const { ImapFlow } = await import('imapflow');
  const url = new URL(imapUrl);
  const secure = url.protocol === 'imaps:';
  const local = isLoopback(url.hostname);
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    // As for the mail server: on this machine nobody can eavesdrop.
    ...(!secure && { doSTARTTLS: !local }),
    tls: { rejectUnauthorized: !local },
    auth: {
      user: decodePart(url.username),
      ...(token === null ? { pass: decodePart(url.password) } : { accessToken: await token() }),
    },
    connectionTimeout: LIMITS.connect,
    greetingTimeout: LIMITS.connect,
    socketTimeout: LIMITS.silence,
    disableAutoIdle: true,
    logger: false,
  });
  // Running calls reject as well.
  client.on('error', () => {});
  return limit(client);
}

/** By default the inbox. */
export function mailboxFolder(url: string): string {
  return decodePart(new URL(url).pathname.slice(1)) || 'INBOX';
}
