import type { Kysely } from '#kysely';
import type { AuditAction, AuditLogPage } from '#contract/owner/audit-log.ts';
import { HOUR } from '#contract/time.ts';
import type { Tables } from '#server/store/schema.ts';

const PAGE = 50;
/** Characters of a value. */
const MOST_DETAIL = 500;
const SAVED = 'site-saved' satisfies AuditAction;

/** Appends to the audit log, which nobody edits. `detail` has no addresses: numbers, ids, setting names. */
export async function recordAuditEvent(
  query: Kysely<Tables>,
  owner: { id: number; name: string },
  action: AuditAction,
  detail: Record<string, string | number>,
  now: number,
): Promise<void> {
  await query
    .insertInto('audit_event')
    .values({ at: now, owner_id: owner.id, owner_name: owner.name, action, detail: JSON.stringify(detail) })
    .execute();
}

/**
 * Records what an owner has written into a field of the site. A field saves itself while it is typed: within an hour,
 * while it is the newest event, the next one joins it. What is said on a site is not secret.
 */
export async function recordSave(
  query: Kysely<Tables>,
  owner: { id: number; name: string },
  { field, before, after }: { field: string; before: string; after: string },
  now: number,
): Promise<void> {
  const newest = await query
    .selectFrom('audit_event')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const detail = JSON.parse(newest?.detail ?? '{}') as Record<string, string | number>;
  const isSame = newest?.action === SAVED && newest.owner_id === owner.id && detail['field'] === field;
  if (!isSame || now - newest.at > HOUR)
    return recordAuditEvent(query, owner, SAVED, { field, before: cut(before), after: cut(after) }, now);
  await query
    .updateTable('audit_event')
    .set({ at: now, detail: JSON.stringify({ ...detail, after: cut(after) }) })
    .where('id', '=', newest.id)
    .execute();
}

function cut(text: string): string {
  return text.length > MOST_DETAIL ? `${text.slice(0, MOST_DETAIL)}…` : text;
}

/** A page, newest first: events before the id `before`, or the newest of all. */
export async function listAuditEvents(query: Kysely<Tables>, before: number | null): Promise<AuditLogPage> {
  const rows = await query
    .selectFrom('audit_event')
    .selectAll()
    .$if(before !== null, (some) => some.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const page = rows.slice(0, PAGE);
  const next = rows.length > PAGE ? (page.at(-1)?.id ?? null) : null;
  return {
    rows: page.map(({ id, at, owner_name, action, detail }) => {
      return {
        id,
        at,
        owner: owner_name,
        action,
        detail: JSON.parse(detail) as Record<string, string | number>,
      };
    }),
    next,
  };
}
