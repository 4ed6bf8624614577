import { isNoSuchAddress } from '#server/list/undeliverable.ts';

/** What comes back about one mail. Of `messageId` and `recipient` one is there. */
export type DeliveryEvent = {
  /** Of the mail, as it was sent; null: whoever tells does not say, so that the newest mail to `recipient` is meant. */
  messageId: string | null;
  recipient: string | null;
  /** When it happened, milliseconds since 1970. */
  at: number;
} & (
  | { kind: 'delivered' }
  | { kind: 'complained' }
  /** `said`: by the receiving server, not cleaned. */
  | { kind: 'bounced'; how: Bounce; said: string }
);

/** `refused`: for good, but not because of the address. `delayed`: it may still arrive. */
export type Bounce = 'no-such-address' | 'refused' | 'delayed';

/** RFC 3463. */
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/g;
/** Says only that it is a failure. */
const NOTHING = '5.0.0';

/**
 * What a failure for good says of the address. `trusted`: a provider that knows failures of addresses from others, so that
 * one without a status is one. Any status but those of an address wins: many refuse us in the words of a missing mailbox.
 */
export function bounceOf(said: string, { trusted }: { trusted: boolean }): Bounce {
  const [status] = (said.match(STATUS) ?? []).filter((one) => one !== NOTHING);
  if (status === undefined) return trusted ? 'no-such-address' : 'refused';
  return isNoSuchAddress(status) ? 'no-such-address' : 'refused';
}
