import { createHash } from 'node:crypto';
import type { AccountMeans, AccountRefusal } from '#contract/owner/delivery.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { Config } from '#server/base/config.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { meaningOf } from '#server/outbox/replies.ts';
import { readSetting, replaceSetting, writeSetting } from '#server/store/stored-setting.ts';
import type { Tables } from '#server/store/schema.ts';

/** What mails are sent with. */
export type AccountConfig = Pick<Config, 'mailRoute' | 'mailFrom'>;

/** As stored. `account`: whose it is, a hash. `tries`: how many mails were refused since it began, one at a time. */
export type StoredRefusal = AccountRefusal & { account: string; tries: number };

/**
 * Milliseconds until the next try, by the number of tries before; the last one stays. A sender that is not
 * allowed does not mend itself. `other`: three in a row were refused in words that say nothing about the account, so
 * the next mail is tried at once.
 */
const WAITS: Record<AccountMeans, readonly number[]> = {
  limit: [15 * MINUTE, HOUR],
  rate: [MINUTE, 15 * MINUTE, HOUR],
  login: [15 * MINUTE, HOUR],
  sender: [15 * MINUTE, DAY],
  away: [5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE],
  other: [0, 15 * MINUTE, HOUR],
};
/** A reply may name the time from which mails are taken again; no account rests for longer. */
const LONGEST_REST = 31 * DAY;
const NAMED_TIME =
  /(?:again|retry|try|until) (?:after|at|until)?\s*((?:\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:UTC|GMT|[+-]\d{4})|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?)/i;

/** Returns when the next mail is tried, in milliseconds since 1970. */
export function nextTry(means: AccountMeans, tries: number, words: string, now: number): number {
  const named = Date.parse(NAMED_TIME.exec(words)?.[1] ?? '');
  if (named > now) return Math.min(named, now + LONGEST_REST);
  const waits = WAITS[means];
  return now + (waits[Math.min(tries, waits.length - 1)] ?? HOUR);
}

/** What a reply says of the account at once; null: it may be about the person. `host`: of the mail server. */
export function meansOfAccount(delivery: Delivery, host: string): AccountMeans | null {
  if (delivery.outcome !== 'retry' && delivery.outcome !== 'failed') return null;
  const means = meaningOf(delivery.reply, host);
  if (means === 'limit' || means === 'rate' || means === 'sender' || means === 'login') return means;
  if (delivery.outcome === 'failed' || delivery.at === undefined) return null;
  if (delivery.at === 'connection') return 'away';
  // Busy for a moment: no word against the login or the sender.
  return means === 'busy' ? 'away' : delivery.at;
}

/** What the refusals of several people in a row mean, by the last one. */
export function meansOfRun(delivery: Delivery): AccountMeans {
  return isAnswer(delivery) ? 'other' : 'away';
}

/** Whether the mail server said it: no connection has a reply, nor has a mail that cannot be made. */
export function isAnswer({ reply }: Delivery): boolean {
  return /^\d{3}\b/.test(reply);
}

/** `endedAt`: when it last took mails again; 0: it never refused. */
export type AccountState = { refusal: StoredRefusal | null; endedAt: number };

const NAME = 'mail-account';

/** `account`: whose, see `accountOf`. */
type Stored = StoredRefusal | { account: string; endedAt: number };

/** Null: no account ever refused. */
async function readStored(query: Kysely<Tables>): Promise<Stored | null> {
  const value = await readSetting(query, NAME);
  return value === null ? null : (JSON.parse(value) as Stored);
}

/** The state of this account; another one begins again. */
export async function readAccount(query: Kysely<Tables>, account: string): Promise<AccountState> {
  const stored = await readStored(query);
  if (stored?.account !== account) return { refusal: null, endedAt: 0 };
  return 'means' in stored ? { refusal: stored, endedAt: 0 } : { refusal: null, endedAt: stored.endedAt };
}

/** What the account that was last sent with refuses for; null: it takes mails. */
export async function readAnyRefusal(query: Kysely<Tables>): Promise<StoredRefusal | null> {
  const stored = await readStored(query);
  return stored !== null && 'means' in stored ? stored : null;
}

export function storeAccount(query: Kysely<Tables>, stored: Stored): Promise<void> {
  return writeSetting(query, NAME, JSON.stringify(stored));
}

/** Stores `next` unless another process was first. */
export function replaceRefusal(
  query: Kysely<Tables>,
  before: StoredRefusal,
  next: StoredRefusal,
): Promise<boolean> {
  return replaceSetting(query, NAME, JSON.stringify(before), JSON.stringify(next));
}

/** The owner asks to try at once, or has changed the account. */
export async function tryNow(query: Kysely<Tables>, account: AccountConfig, now: number): Promise<void> {
  const { refusal } = await readAccount(query, accountHash(account));
  if (refusal !== null) await replaceRefusal(query, refusal, { ...refusal, nextAt: now });
}

/** Whose the state is. The password is not part of it: a new one is tried when it is saved. */
export function accountHash({ mailRoute, mailFrom }: AccountConfig): string {
  const url = mailRoute.is === 'server' ? new URL(mailRoute.url) : null;
  const text = JSON.stringify([url?.host, url?.username, mailFrom]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
