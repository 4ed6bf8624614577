import { createHash } from 'node:crypto';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { MailServer } from '#server/base/config.ts';
import { clientOf, mailboxFolder, type LimitedImap, tokenOf } from '#server/deliver/imap.ts';

/** Milliseconds, bytes and mails. Older reports are from before us, or too late. */
const LIMITS = {
  oldest: 30 * 24 * 60 * 60 * 1000,
  /** Our largest mail plus its report. */
  size: 512 * 1024,
  /** Bytes of the answer to one command: a list, anything else. */
  list: 1024 * 1024,
  answer: 64 * 1024,
  /** Per run: mails opened, reports read. */
  looked: 1_000,
  read: 200,
};

/** The read position, shared by all processes and kept across restarts: nothing is read twice. */
export type ReadPosition = {
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
export function createMailbox(server: MailServer, place: ReadPosition, now: () => number): Mailbox {
  const { url } = server;
  const token = tokenOf(server);
  let open: ImapFlow | null = null;

  async function readAll(
    { client, answers }: LimitedImap,
    handle: Parameters<Mailbox['read']>[0],
  ): Promise<boolean> {
    answers(LIMITS.answer);
    const { uidValidity } = await client.mailboxOpen(mailboxFolder(url));
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
      const limited = await clientOf(url, token);
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
