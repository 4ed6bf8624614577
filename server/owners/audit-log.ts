import type { Kysely } from '#kysely';
import type { AuditAction, AuditLogPage } from '#contract/owner/session.ts';
import type { Tables } from '#server/store/schema.ts';

const PAGE = 50;

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
