import { meaningOf } from '#server/outbox/replies.ts';

/** A delivery event about one mail. At least one of `messageId` and `recipient` is set. */
export type DeliveryEvent = {
  /** Of the mail as sent; null: unknown, so the newest mail to `recipient` is assumed. */
  messageId: string | null;
  recipient: string | null;
  /** When it happened, milliseconds since 1970. */
  at: number;
} & (
  | { kind: 'delivered' }
  | { kind: 'complained' }
  /** `said`: the receiving server's words, not sanitised. */
  | { kind: 'bounced'; how: Bounce; said: string }
);

/** `refused`: permanently, but not because of the address. `delayed`: it may still arrive. */
export type Bounce = 'no-such-address' | 'refused' | 'delayed';

/**
 * Classifies a permanent failure that came back. `trusted`: from a provider that knows address failures, so words that
 * say nothing are one.
 */
export function bounceOf(said: string, { trusted }: { trusted: boolean }): Bounce {
  const means = meaningOf(said);
  const isGone = ['no-mailbox', 'no-domain', 'unavailable', ...(trusted ? ['other'] : [])].includes(means);
  return isGone ? 'no-such-address' : 'refused';
}
