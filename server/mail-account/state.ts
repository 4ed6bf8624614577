import type { AccountMeans } from '#contract/owner/mails.ts';
import type { Kysely } from '#kysely';
import type { MailRoute } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { isAboutRecipient } from '#server/outbox/replies.ts';
import type { Tables } from '#server/store/schema.ts';
import {
  accountOf,
  type AccountState,
  nextTry,
  readAccount,
  type Refusal,
  replaceRefusal,
  storeAccount,
} from './refusal.ts';

export type StateDeps = {
  query: Kysely<Tables>;
  /** What mails are sent with now. */
  settings: () => { mailRoute: MailRoute; mailFrom: string };
  log: Log;
  now: () => number;
};

/** Another process may have found out. */
const KNOWN_MS = 2_000;
/** A mail that is being tried may never end. */
const TRYING_MS = 2 * 60_000;
const MINUTE = 60_000;

/** Whether the account takes mails, as stored; for all processes. */
export function createAccountState({ query, settings, log, now }: StateDeps) {
  let known: (AccountState & { of: string; at: number }) | null = null;

  async function read(): Promise<AccountState> {
    const of = accountOf(settings());
    if (known === null || known.of !== of || Math.abs(now() - known.at) > KNOWN_MS)
      known = { ...(await readAccount(query, of)), of, at: now() };
    return known;
  }

  async function write(refusal: Refusal | null): Promise<void> {
    const of = accountOf(settings());
    const at = now();
    known = { refusal, endedAt: at, of, at };
    await storeAccount(query, refusal ?? { account: of, endedAt: at });
  }

  return {
    read,
    refuse: async (means: AccountMeans, words: string): Promise<void> => {
      const since = now();
      const nextAt = nextTry(means, 0, words, since);
      await write({ account: accountOf(settings()), means, words, since, nextAt, tries: 0 });
      log.error('the mail account refuses', { means, reply: words });
    },
    /** The mail that was tried was refused, too. A reply about its person says nothing of an account's limit. */
    refuseAgain: async (before: Refusal, delivery: Delivery, means: AccountMeans | null): Promise<void> => {
      const { reply: words } = delivery;
      const isOfPerson = means === null && isAboutRecipient(words) && before.means !== 'other';
      if (isOfPerson) return write({ ...before, nextAt: now() + MINUTE });
      const next = means ?? before.means;
      const tries = before.tries + 1;
      await write({ ...before, means: next, words, tries, nextAt: nextTry(next, tries, words, now()) });
    },
    /** A mail was taken. `began`: when it was handed over; before the refusal, it says nothing about the time after. */
    takes: async (began: number): Promise<void> => {
      const { refusal } = await read();
      if (refusal === null || began < refusal.since) return;
      await write(null);
      log.info('the mail account takes mails again', {});
    },
    /** Whether its time has come, and no other process was first. */
    takeTry: async (before: Refusal): Promise<boolean> => {
      const next = { ...before, nextAt: now() + TRYING_MS };
      if (now() < before.nextAt || !(await replaceRefusal(query, before, next))) return false;
      known = { refusal: next, endedAt: 0, of: next.account, at: now() };
      return true;
    },
  };
}
