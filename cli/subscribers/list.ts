import { type Kysely, sql } from '#kysely';
import { SUBSCRIPTION_STATES } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { command, oneOf } from '../command.ts';
import { nextPage, type Page, PAGE_OPTIONS, pageOf } from '../page.ts';
import { withStore } from '../store.ts';
import { shortTime, tableLines } from '../terminal.ts';

const KINDS = [...SUBSCRIPTION_STATES, 'suspect'] as const;
type Kind = (typeof KINDS)[number];

export const subscribersList = command({
  name: 'subscribers list',
  about: `how many there are, and the newest; STATE is ${KINDS.join(', ')}`,
  options: { state: 'STATE', ...PAGE_OPTIONS },
  run: async ({ values, settings, say }) => {
    const kind = oneOf('--state', values.state, KINDS);
    const page = pageOf(values);
    await withStore(settings(), 'read', async ({ query }) => {
      say(await counts(query));
      const rows = await newest(query, kind, page);
      if (rows.length === 0) return;
      const cells = rows.map((row) => [
        row.id,
        row.address,
        row.state,
        row.suspect,
        row.language,
        shortTime(row.created_at),
        row.utm_source ?? row.referrer,
      ]);
      const columns = ['id', 'address', 'state', 'suspect', 'language', 'subscribed (UTC)', 'from'];
      tableLines(columns, cells).forEach(say);
      const more = nextPage(rows, page);
      if (more) say(more);
    });
  },
});

/** From the counters that the store keeps: counting a million rows would take long. */
async function counts(query: Kysely<Tables>): Promise<string> {
  const rows = await query.selectFrom('counter').selectAll().execute();
  const counted = new Map(rows.map(({ name, n }) => [name, n]));
  return KINDS.map((kind) => `${counted.get(kind) ?? 0} ${kind}`).join(', ');
}

/** Word for word as in the partial index on those who have left: SQLite uses it only then. */
const HAS_LEFT = sql<boolean>`state IN ('unsubscribed', 'suppressed')`;

/** Of few among many too: those who have left and suspects have indexes of their own. */
export function newest(query: Kysely<Tables>, kind: Kind | null, { limit, before }: Page) {
  let rows = query.selectFrom('subscription').selectAll().where('id', '<', before);
  if (kind === 'suspect') rows = rows.where('suspect', 'is not', null);
  // As the counters count: a suspected one belongs to no state.
  else if (kind !== null) rows = rows.where('state', '=', kind).where('suspect', 'is', null);
  if (kind === 'unsubscribed' || kind === 'suppressed') rows = rows.where(HAS_LEFT);
  return rows.orderBy('id', 'desc').limit(limit).execute();
}
