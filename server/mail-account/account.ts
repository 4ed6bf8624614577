import { setTimeout as waitUnref } from 'node:timers/promises';
import type { Mailer } from '#server/deliver/mailer.ts';
import { isMail, type KindRules } from '#server/outbox/kind.ts';
import type { Queue } from '#server/outbox/queue.ts';
import { createEvidence } from './evidence.ts';
import { judge, undecided } from './judge.ts';
import type { AccountState, StoredRefusal } from './refusal.ts';
import { createAccountState, type StateDeps } from './state.ts';

export type MailAccountDeps = StateDeps & {
  queue: Pick<Queue, 'due'>;
  /** The kinds of the outbox, the first ones first. */
  kinds: readonly KindRules[];
  /** Resolves after so many milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * The owner's mail account: one for everything that sends. It takes mails, or it refuses: then nobody is given up
 * and no try counts. One mail is tried now and then; once it is taken, everything goes on by itself.
 */
export type MailAccount = {
  /** As far as is known; from another process within seconds. */
  state(): Promise<AccountState>;
  /** While it refuses: whether one mail of this kind may be tried now, by this caller alone. */
  takeTry(kind: string): Promise<boolean>;
  /** Sends, and finds out whose a refusal is. Never rejects. */
  judging(mailer: Pick<Mailer, 'send'>): Mailer['send'];
  /** Ends all waiting for evidence: what is not known counts against nobody. */
  close(): void;
};

/** The kind of alerts to the owner. */
const ALERT = 'alarm';

export function createMailAccount({
  queue,
  kinds,
  wait = (ms) => waitUnref(ms, undefined, { ref: false }),
  ...deps
}: MailAccountDeps): MailAccount {
  const { log, now } = deps;
  const evidence = createEvidence(now, wait);
  const state = createAccountState(deps);
  const mails = kinds.filter(isMail).map(({ name }) => name);
  let closing = false;

  /** The first mails after a refusal are ones to the owner, if one waits. Announcements are behind all others. */
  async function whoseTurn({ tries }: StoredRefusal): Promise<string> {
    const due = await queue.due(mails);
    if (tries <= 1 && due.includes(ALERT)) return ALERT;
    return mails.find((kind) => due.includes(kind)) ?? 'launch';
  }

  const deciding = { settings: deps.settings, evidence, state };

  return {
    state: state.read,
    takeTry: async (kind) => {
      const { refusal } = await state.read();
      if (refusal === null || now() < refusal.nextAt || (await whoseTurn(refusal)) !== kind) return false;
      return state.takeTry(refusal);
    },
    judging:
      ({ send }) =>
      async (mail) => {
        const began = now();
        const delivery = await send(mail);
        try {
          return closing && delivery.outcome !== 'sent'
            ? undecided(delivery)
            : await judge(deciding, delivery, mail.to.address.toLowerCase(), began);
        } catch (error) {
          log.error('the state of the mail account could not be stored', { error });
          return undecided(delivery);
        }
      },
    close: () => {
      closing = true;
      evidence.drop();
    },
  };
}
