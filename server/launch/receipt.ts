import { createHash } from 'node:crypto';
import type { Kysely } from '#kysely';
import { inChunks } from '#server/store/in-chunks.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Table } from '#server/table.ts';
import type { Announcement } from './announcement.ts';
import { countRecipients } from './recipients.ts';

const CHUNK = 500;
const SIGNED_FOR = 'announcement-receipt';

/** The outcome of each mail. Erased addresses are gone from it. */
export function receiptOf(query: Kysely<Tables>, announcement: number): Table {
  const recipients = query
    .selectFrom('announcement_recipient as r')
    .leftJoin('subscription as s', 's.id', 'r.subscription_id')
    .select(['r.subscription_id as id', 's.address', 'r.language', 'r.consent as consent_version', 'r.state'])
    .select(['r.started_at', 'r.finished_at as ended_at', 'r.reply'])
    .where('r.announcement_id', '=', announcement)
    .orderBy('r.subscription_id')
    .limit(CHUNK);
  return {
    columns: ['address', 'language', 'consent_version', 'state', 'started_at', 'ended_at', 'reply'],
    chunks: inChunks((after) => recipients.where('r.subscription_id', '>', after).execute()),
  };
}

/** Returns the first line of a delivery report: what was sent, who started it, and the totals. */
export async function headOf(query: Kysely<Tables>, announcement: Announcement): Promise<string> {
  const { id, purpose, words, armed_at, armed_by, ended_at, state } = announcement;
  const sums = await countRecipients(query, id);
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const head = { purpose, state, words, armed_by, armed_at: time(armed_at), ended_at: time(ended_at), sums };
  return `${JSON.stringify(head)}\n`;
}

/** Yields the same lines, and a last one that signs them. */
export async function* signed(secrets: Secrets, lines: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  for await (const line of lines) {
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ signature: secrets.sign(SIGNED_FOR, hash.digest()) })}\n`;
}

/** Returns whether these lines of a file are an unchanged delivery report of this installation. */
export async function isOurs(secrets: Secrets, lines: AsyncIterable<string>): Promise<boolean> {
  const hash = createHash('sha256');
  let last: string | null = null;
  for await (const line of lines) {
    if (last !== null) hash.update(`${last}\n`);
    last = line;
  }
  try {
    const { signature } = JSON.parse(last ?? '') as { signature?: unknown };
    return typeof signature === 'string' && secrets.verify(SIGNED_FOR, hash.digest(), signature);
  } catch {
    return false;
  }
}
