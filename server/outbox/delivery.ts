/**
 * The outcome of one delivery attempt. `reply` is what the receiver said, fit to be stored and shown: at most
 * 200 characters, no addresses.
 * - `sent`: the receiver has accepted it.
 * - `retry`: not accepted; another attempt is safe. `afterMs`: the receiver asks to wait this long. `at`: where,
 *   before any recipient was named; without it the mail itself may be the problem.
 * - `withheld`: refused because of the account that sends. No attempt counts; tried again after `afterMs`.
 * - `failed`: rejected permanently.
 * - `unknown`: it may have been accepted or not; another attempt may deliver twice.
 */
export type Delivery =
  | { outcome: 'sent'; reply: string }
  | { outcome: 'retry'; reply: string; afterMs?: number; at?: 'connection' | 'login' | 'sender' }
  | { outcome: 'withheld'; reply: string; afterMs: number }
  | { outcome: 'failed'; reply: string }
  | { outcome: 'unknown'; reply: string };

/** How the reply to a mail begins that became a file: nobody got it. Such rows count as `sent` in the store. */
export const TO_FILE = 'written to outbox/';

export function becameFile(reply: string | null): boolean {
  return reply?.startsWith(TO_FILE) === true;
}

/** How a mail ended, as it is reported. */
export function endOf<S extends string>(state: S, reply: string | null): S | 'file' {
  return state === 'sent' && becameFile(reply) ? 'file' : state;
}

/** The reply stored if a process died while sending. */
export const CRASHED = 'The sender ended in the middle.';

/**
 * A later event about a mail. `sent`: it has arrived. `failed`: it never will. `noted`: worth knowing, but no
 * change to either.
 */
export type DeliveryUpdate = { outcome: 'sent' | 'failed' | 'noted'; reply: string };

/** Whether the receiver is usable, checked without handing anything over. `reason` is for the operator. */
export type Verified = { ok: true } | { ok: false; reason: string };

const LONGEST_REPLY = 200;
// Truncated before matching, so that no reply makes the patterns slow.
const LONGEST_SEARCHED = 2000;
const HIDDEN = '<address>';

/**
 * Reduces a foreign reply to one line without personal data: replaces anything like an address, and `address`
 * with its local part too, because servers echo them (`550 jo.doe: no such user`).
 */
export function cleanReply(text: string, address = ''): string {
  let line = text
    .slice(0, LONGEST_SEARCHED)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  line = line.replace(/[^\s<>()"',;:=]{0,320}(?:@|%40)[^\s<>()"',;]{1,255}/gi, HIDDEN);
  const local = address.slice(0, address.lastIndexOf('@')).replace(/[^a-z0-9]/gi, '\\$&');
  // Shorter local parts would match words and numbers of the reply.
  if (local.length >= 3) line = line.replaceAll(new RegExp(local, 'gi'), HIDDEN);
  return line.slice(0, LONGEST_REPLY).toWellFormed();
}
