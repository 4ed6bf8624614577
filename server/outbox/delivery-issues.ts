import { type Kysely, sql } from '#kysely';
import { MAIL_KINDS } from '#contract/mails.ts';
import type { MailTrouble } from '#contract/owner/mails.ts';
import type { ListPage } from '#server/base/page.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Tables } from '#server/store/schema.ts';
import { HAS_ISSUE, IS_FILE, IS_OPEN, KIND } from './conditions.ts';

/** Why a mail is on hold: stored as its reply. */
export const HELD = {
  noOwner: 'OWNER_EMAIL is not set.',
  restored: 'Open when the backup was made.',
} as const;

/** The delivery issue of a row. Verbatim as in the index: SQLite uses it only then. */
const ISSUE_OF = sql<MailTrouble>`CASE WHEN outbox.held_at IS NOT NULL THEN 'held' ELSE outbox.state END`;

/** Counts the rows that wait for the owner. */
export async function countIssues(query: Kysely<Tables>): Promise<Record<MailTrouble, number>> {
  const rows = await query
    .selectFrom('outbox')
    .select((row) => [ISSUE_OF.as('trouble'), row.fn.countAll<number>().as('n')])
    .where(HAS_ISSUE)
    .groupBy('trouble')
    .execute();
  const counted = { held: 0, failed: 0, unknown: 0 };
  for (const { trouble, n } of rows) counted[trouble] = Number(n);
  return counted;
}

/** Returns whether all failed and unknown rows are of one kind. */
export async function isOnlyOf(query: Kysely<Tables>, kind: string): Promise<boolean> {
  const other = await query
    .selectFrom('outbox')
    .select('id')
    .where(HAS_ISSUE)
    .where('state', 'in', ['failed', 'unknown'])
    .where('kind', '!=', kind)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Counts rows that have been due since before `due`. */
export async function countOverdue(query: Kysely<Tables>, due: number): Promise<number> {
  return countRows(
    query
      .selectFrom('outbox')
      .where(IS_OPEN)
      .where('state', 'in', ['queued', 'retry'])
      .where('kind', 'in', MAIL_KINDS)
      .where('due_at', '<', due)
      .where('created_at', '<', due),
  );
}

/** Newest first. `address`: of the person; null for alarms and erased people. */
export function listIssues(query: Kysely<Tables>, which: MailTrouble, { limit, before }: ListPage) {
  return query
    .selectFrom('outbox')
    .leftJoin('subscription', (join) =>
      join.onRef('subscription.id', '=', 'outbox.subject_id').on('outbox.subject_type', '=', 'subscription'),
    )
    .leftJoin('message', (join) =>
      join.onRef('message.id', '=', 'outbox.subject_id').on('outbox.subject_type', '=', 'message'),
    )
    .select(['outbox.id', 'outbox.kind', 'outbox.attempt', 'outbox.reply', ISSUE_OF.as('trouble')])
    .select(({ fn }) => [
      fn.coalesce('subscription.address', 'message.email').as('address'),
      fn.coalesce('outbox.held_at', 'outbox.finished_at', 'outbox.created_at').as('since'),
    ])
    .where(HAS_ISSUE)
    .where(ISSUE_OF, '=', which)
    .where('outbox.id', '<', before)
    .orderBy('outbox.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the last accepted mail: when, and how many milliseconds it took. Null: none yet. */
export async function lastMail(
  query: Kysely<Tables>,
  kinds: readonly string[],
): Promise<{ at: number; took: number } | null> {
  const row = await query
    .selectFrom('outbox')
    .select(['started_at', 'finished_at'])
    .where('finished_at', 'is not', null)
    .where('state', '=', 'sent')
    .where(sql<boolean>`NOT ${IS_FILE}`)
    .where(KIND, 'in', kinds)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .$narrowType<{ finished_at: number }>()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { started_at: started, finished_at: at } = row;
  return { at, took: Math.max(0, at - (started ?? at)) };
}
