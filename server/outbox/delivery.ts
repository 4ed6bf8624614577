/**
 * What became of one attempt to hand something over. `reply` is what the other side said, fit to be stored and shown:
 * at most 200 characters, no addresses.
 * - `sent`: the other side has taken it.
 * - `retry`: it has not; another attempt is safe. `afterMs`: not sooner than this, by the other side's wish. `reached`: it
 *   was there and had let us in, so that this one may be what it does not take.
 * - `failed`: it has refused this one for good.
 * - `unknown`: it may have taken it or not; another attempt may deliver twice.
 */
export type Delivery =
  | { outcome: 'sent'; reply: string }
  | { outcome: 'retry'; reply: string; afterMs?: number; reached?: true }
  | { outcome: 'failed'; reply: string }
  | { outcome: 'unknown'; reply: string };

/** What is written down where a process ended while it sent. */
export const CRASHED = 'The sender ended in the middle.';

/**
 * What is learnt of a mail after it was handed over. `sent`: it has arrived. `failed`: it has not, and will not. `noted`:
 * something to know that changes neither.
 */
export type DeliveryUpdate = { outcome: 'sent' | 'failed' | 'noted'; reply: string };

/** Whether the other side can be used, asked without handing anything over. `reason` is for the operator. */
export type Verified = { ok: true } | { ok: false; reason: string };

const LONGEST_REPLY = 200;
// Read before anything is searched, so that no answer makes the patterns work long.
const LONGEST_SEARCHED = 2000;
const HIDDEN = '<address>';

/**
 * One line of a foreign answer without personal data: whatever looks like an address is replaced, and `address` itself
 * with the part before its @ too, because servers repeat them (`550 jo.doe: no such user`).
 */
export function cleanReply(text: string, address = ''): string {
  let line = text
    .slice(0, LONGEST_SEARCHED)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  line = line.replace(/[^\s<>()"',;:=]{0,320}(?:@|%40)[^\s<>()"',;]{1,255}/gi, HIDDEN);
  const local = address.slice(0, address.lastIndexOf('@')).replace(/[^a-z0-9]/gi, '\\$&');
  // Shorter ones are words and numbers of the answer itself.
  if (local.length >= 3) line = line.replaceAll(new RegExp(local, 'gi'), HIDDEN);
  return line.slice(0, LONGEST_REPLY).toWellFormed();
}
