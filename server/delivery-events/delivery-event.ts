import { isNoSuchAddress } from '#server/list/undeliverable.ts';

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

/** RFC 3463. */
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g;
/** Says only that it failed. */
const NOTHING = '5.0.0';

/**
 * Classifies a permanent failure. `trusted`: from a provider that knows address failures, so one without a
 * status is one. A status about anything else wins: many refuse us in the words of a missing mailbox.
 */
export function bounceOf(said: string, { trusted }: { trusted: boolean }): Bounce {
  const [status] = (said.match(STATUS) ?? []).filter((one) => one !== NOTHING);
  if (status === undefined) return trusted ? 'no-such-address' : 'refused';
  return isNoSuchAddress(status) ? 'no-such-address' : 'refused';
}
