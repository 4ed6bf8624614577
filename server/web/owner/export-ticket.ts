import type { PeopleExport } from '#contract/owner/people.ts';
import { isWithin } from '#server/owners/token.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

// A download is a GET, which a browser writes to the disk as it comes; a POST it would hold in memory. So a POST, with all
// its proof, gives a ticket, and the GET that carries it changes nothing: it is good for a minute, and for the session that
// asked, as often as a broken download needs it.

const PURPOSE = 'owner export';
const GOOD_MS = 60_000;
const NUMBER_BYTES = 6;
const CLAIM_LENGTH = 16;

/** Sealed: a part of an address in it stands in no log of a proxy. */
export function exportTicket(secrets: Secrets, what: PeopleExport, session: number, now: number): string {
  const claim = Buffer.alloc(2 * NUMBER_BYTES);
  claim.writeUIntBE(session, 0, NUMBER_BYTES);
  claim.writeUIntBE(now, NUMBER_BYTES, NUMBER_BYTES);
  return claim.toString('base64url') + secrets.seal(PURPOSE, claim, JSON.stringify(what));
}

/** Null for what is none, or another session's, or too old. */
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
