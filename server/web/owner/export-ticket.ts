import type { PeopleExport } from '#contract/owner/people.ts';
import { isWithin } from '#server/owners/token.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

// A download is a GET, which browsers stream to disk; a POST would be held in memory. So a POST, with its
// fresh proof, returns a ticket, and the GET that uses it changes nothing: the ticket is valid for a minute,
// in the session that requested it, as often as a broken download needs.

const PURPOSE = 'owner export';
const GOOD_MS = 60_000;
const NUMBER_BYTES = 6;
const CLAIM_LENGTH = 16;

/** Encrypted: no proxy log shows the part of an address in it. */
export function exportTicket(secrets: Secrets, what: PeopleExport, session: number, now: number): string {
  const claim = Buffer.alloc(2 * NUMBER_BYTES);
  claim.writeUIntBE(session, 0, NUMBER_BYTES);
  claim.writeUIntBE(now, NUMBER_BYTES, NUMBER_BYTES);
  return claim.toString('base64url') + secrets.seal(PURPOSE, claim, JSON.stringify(what));
}

/** Returns null if it is invalid, another session's, or expired. */
export function readTicket(
  secrets: Secrets,
  text: string,
  session: number,
  now: number,
): PeopleExport | null {
  const claim = Buffer.from(text.slice(0, CLAIM_LENGTH), 'base64url');
  if (claim.length !== 2 * NUMBER_BYTES) return null;
  const what = secrets.open(PURPOSE, claim, text.slice(CLAIM_LENGTH));
  if (what === null || claim.readUIntBE(0, NUMBER_BYTES) !== session) return null;
  const from = claim.readUIntBE(NUMBER_BYTES, NUMBER_BYTES);
  return isWithin(from, GOOD_MS, now) ? (JSON.parse(what) as PeopleExport) : null;
}
