import type { AccountMeans } from '#contract/owner/delivery.ts';
import { MINUTE } from '#contract/time.ts';
import type { Kysely } from '#kysely';
import type { Log } from '#server/base/log.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { isAboutRecipient } from '#server/outbox/replies.ts';
import type { Tables } from '#server/store/schema.ts';
import {
  type AccountConfig,
  accountHash,
  type AccountState,
  nextTry,
  readAccount,
  readAnyRefusal,
  type StoredRefusal,
  replaceRefusal,
  storeAccount,
} from './refusal.ts';

export type StateDeps = {
  query: Kysely<Tables>;
  /** What mails are sent with now. */
  settings: () => AccountConfig;
  log: Log;
  now: () => number;
};

/** Another process may have found out. */
const KNOWN_MS = 2_000;
/** A mail that is being tried may never end. */
const TRYING_MS = 2 * 60_000;

/** Whether the account takes mails, as stored; for all processes. */
export function createAccountState({ query, settings, log, now }: StateDeps) {
  let known: (AccountState & { of: string; at: number }) | null = null;

  async function read(): Promise<AccountState> {
    const of = accountHash(settings());
    if (known?.of === of && Math.abs(now() - known.at) <= KNOWN_MS) return known;
    const refused = await readAnyRefusal(query);
    // Another account takes over what waited: it has refused nothing.
    if (refused !== null && refused.account !== of) return write(null);
    known = { ...(await readAccount(query, of)), of, at: now() };
    return known;
  }

  async function write(refusal: StoredRefusal | null): Promise<AccountState> {
    const of = accountHash(settings());
    const at = now();
    const state = { refusal, endedAt: at };
    known = { ...state, of, at };
    await storeAccount(query, refusal ?? { account: of, endedAt: at });
    return state;
  }

  return {
    read,
    refuse: async (means: AccountMeans, words: string): Promise<void> => {
      const since = now();
      const nextAt = nextTry(means, 0, words, since);
      await write({ account: accountHash(settings()), means, words, since, nextAt, tries: 0 });
      log.error('the mail account refuses', { means, reply: words });
    },
    /** The mail that was tried was refused, too. A reply about its person says nothing of an account's limit. */
    refuseAgain: async (
      before: StoredRefusal,
      delivery: Delivery,
      means: AccountMeans | null,
    ): Promise<unknown> => {
      const { reply: words } = delivery;
      const isOfPerson = means === null && isAboutRecipient(words) && before.means !== 'other';
      if (isOfPerson) return write({ ...before, nextAt: now() + MINUTE });
      const next = means ?? before.means;
      const tries = before.tries + 1;
      return write({ ...before, means: next, words, tries, nextAt: nextTry(next, tries, words, now()) });
    },
    /** A mail was taken. `began`: when it was handed over; before the refusal, it says nothing about the time after. */
    takes: async (began: number): Promise<void> => {
      const { refusal } = await read();
      if (refusal === null || began < refusal.since) return;
      await write(null);
      log.info('the mail account takes mails again', {});
    },
    /** Whether its time has come, and no other process was first. */
    takeTry: async (before: StoredRefusal): Promise<boolean> => {
      const next = { ...before, nextAt: now() + TRYING_MS };
      if (now() < before.nextAt || !(await replaceRefusal(query, before, next))) return false;
      known = { refusal: next, endedAt: 0, of: next.account, at: now() };
      return true;
    },
  };
}
