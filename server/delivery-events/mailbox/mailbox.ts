import { createHash } from 'node:crypto';
import type { Transform } from 'node:stream';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { cleanReply, type Verified } from '#server/outbox/delivery.ts';
import { isLoopback } from '#server/setting.ts';

/** Milliseconds, bytes and mails. Older reports are from before us, or too late. */
const LIMITS = {
  connect: 15_000,
  silence: 60_000,
  whole: 10 * 60_000,
  oldest: 30 * 24 * 60 * 60 * 1000,
  /** Our largest mail plus its report. */
  size: 512 * 1024,
  /** Bytes of the answer to one command: a list, anything else. */
  list: 1024 * 1024,
  answer: 64 * 1024,
  /** Per run: mails looked at, reports read. */
  looked: 1_000,
  read: 200,
};

/** The read position, shared by all processes and kept across restarts: nothing is read twice. */
export type Place = {
  read(): Promise<string | null>;
  write(place: string): Promise<void>;
};

export type Mailbox = {
  /**
   * Passes each new report to `handle`, and deletes it if `handle` returns true. Returns true if there are
   * more. Rejects if the server is unreachable or `handle` rejects: the next call resumes there.
   */
  read(handle: (source: Uint8Array, at: number) => Promise<boolean>): Promise<boolean>;
  /** Aborts: a running `read` rejects. */
  cut(): void;
};

/** `imaps://user:password@host/folder`, or `imap://…` with STARTTLS; by default the inbox, and only it. */
export function createMailbox(url: string, place: Place, now: () => number): Mailbox {
  let open: ImapFlow | null = null;

  async function readAll(
    { client, answers }: Limited,
    handle: Parameters<Mailbox['read']>[0],
  ): Promise<boolean> {
    answers(LIMITS.answer);
    const { uidValidity } = await client.mailboxOpen(folderOf(url));
    // UIDs are valid within one mailbox and one UIDVALIDITY (RFC 9051, section 2.3.1.1).
    const numbered = `${hashOf(url)} ${uidValidity}`;
    const [, before = 0] = (await place.read())?.split(`${numbered} `) ?? [];
    const after = Number(before);
    const readTo = (uid: number) => place.write(`${numbered} ${uid}`);
    const since = new Date(now() - LIMITS.oldest);
    answers(LIMITS.list);
    const found = (await client.search({ since, uid: `${after + 1}:*` }, { uid: true })) || [];
    // If none is that new, servers return the newest.
    const uids = found.filter((uid) => uid > after).toSorted((a, b) => a - b);
    const looked = uids.slice(0, LIMITS.looked);
    answers(LIMITS.list);
    const reports = (await look(client, looked)).filter(isReport);
    const next = reports.slice(0, LIMITS.read);
    for (const { uid, internalDate } of next) {
      answers(LIMITS.size + LIMITS.answer);
      const { source } = (await client.fetchOne(String(uid), { source: true }, { uid: true })) || {};
      // May have been deleted meanwhile.
      if (source !== undefined && (await handle(source, timeOf(internalDate, now()))))
        await client.messageDelete(String(uid), { uid: true });
      await readTo(uid);
    }
    const isAll = next.length === reports.length;
    const last = looked.at(-1);
    if (isAll && last !== undefined && last !== next.at(-1)?.uid) await readTo(last);
    return !isAll || looked.length < uids.length;
  }

  return {
    read: async (handle) => {
      const limited = await clientOf(url);
      const { client } = limited;
      open = client;
      try {
        await client.connect();
        return await readAll(limited, handle);
      } finally {
        open = null;
        client.close();
      }
    },
    cut: () => open?.close(),
  };
}

/** Checks whether the mailbox is readable; reads nothing. */
export async function verifyMailbox(url: string): Promise<Verified> {
  try {
    const { client } = await clientOf(url);
    try {
      await client.connect();
      await client.mailboxOpen(folderOf(url), { readOnly: true });
    } finally {
      client.close();
    }
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: explainImapError(error) };
  }
}

/** Explains an error to the operator; no password. */
export function explainImapError(error: unknown): string {
  const { authenticationFailed, responseText, code, message } = error as Error & {
    authenticationFailed?: boolean;
    responseText?: string;
    code?: string;
  };
  const what = authenticationFailed ? 'the mailbox refuses user or password' : 'the mailbox cannot be read';
  return cleanReply(`${what} (${responseText ?? code ?? message})`);
}

/** `answers`: what the server may say from now on, in bytes. Beyond that the connection is gone, and calls reject. */
type Limited = { client: ImapFlow; answers: (bytes: number) => void };

/** The part of imapflow that receives. */
type Receiving = { streamer: Transform & { readBytesCounter: number } };

/** imapflow limits each line, but not how many come unasked: one server could keep this process busy. */
function limit(client: ImapFlow): Limited {
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

async function clientOf(imapUrl: string): Promise<Limited> {
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
    auth: { user: decode(url.username), pass: decode(url.password) },
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

function folderOf(url: string): string {
  return decode(new URL(url).pathname.slice(1)) || 'INBOX';
}

/** Fetches what decides whether a mail is read. */
async function look(client: ImapFlow, uids: readonly number[]): Promise<FetchMessageObject[]> {
  if (uids.length === 0) return [];
  // Without BODYSTRUCTURE: a stranger decides how deep it is.
  const what = { uid: true, size: true, headers: ['content-type', 'from'], internalDate: true };
  const found = await client.fetchAll(uids.join(','), what, { uid: true });
  return found.toSorted((a, b) => a.uid - b.uid);
}

/** Few programs send a report as something else than `multipart/report`, but in the name of the mail server. */
function isReport({ size = Infinity, headers }: FetchMessageObject): boolean {
  const [type, sender] = [
    /^content-type:\s*multipart\/(report|mixed)\b/im,
    /^from:.*(?:mailer-daemon|postmaster)/im,
  ].map((one) => one.exec(String(headers)));
  return size <= LIMITS.size && (type?.[1]?.toLowerCase() === 'report' || Boolean(type && sender));
}

/** Hashes the account and its folder, without the password. */
function hashOf(imapUrl: string): string {
  const { host, username, pathname } = new URL(imapUrl);
  return createHash('sha256').update(`${username}@${host}${pathname}`).digest('base64url').slice(0, 22);
}

function timeOf(date: Date | string | undefined, now: number): number {
  const time = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isFinite(time) ? time : now;
}

/** A password may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
