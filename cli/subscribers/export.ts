import type { Kysely } from '#kysely';
import { SUBSCRIPTION_STATES, type SubscriptionState } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { oneOf } from '../command.ts';
import { loadDisposable } from '../disposable.ts';
import { exportCommand } from '../export-command.ts';
import { HAD_LEFT_AT, IS_ON_LIST } from '#server/list/left.ts';
import { type Cell, CHUNK, isoTime, readInChunks, type Table } from '../table.ts';

// Programs read them by their place as well: new ones come at the end.
const COLUMNS = [
  'address',
  'language',
  'subscribed_at',
  'consent_version',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'referrer',
  'path',
  'state',
  'confirmed_at',
  'left_at',
  'disposable',
];

type Choice = { state: SubscriptionState | null; all: boolean };

export const subscribersExport = exportCommand({
  name: 'subscribers export',
  about: 'who is pending or confirmed, as CSV; those who have left, and suspected bots, only with --all',
  options: { state: 'STATE', all: 'flag' },
  table: ({ state, all = false }) => {
    const choice = { state: oneOf('--state', state, SUBSCRIPTION_STATES), all };
    return (query) => subscribersTable(query, choice);
  },
});

/** Up to the last row there was at the start, in the order in which people subscribed. */
async function subscribersTable(query: Kysely<Tables>, choice: Choice): Promise<Table> {
  const { last } = await query
    .selectFrom('subscription')
    .select((row) => row.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return {
    columns: choice.all ? [...COLUMNS, 'suspect'] : COLUMNS,
    chunks: readCells(query, choice, Number(last ?? 0)),
    remark: choice.state === 'confirmed' ? await waiting(query) : null,
  };
}

/** Who takes the confirmed alone may wonder where the others are. */
async function waiting(query: Kysely<Tables>): Promise<string | null> {
  const { n } = await query
    .selectFrom('counter')
    .select('n')
    .where('name', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(n) === 0 ? null : `Not in the list: ${n} who have not confirmed yet (--state pending).`;
}

async function* readCells(query: Kysely<Tables>, choice: Choice, last: number): AsyncGenerator<Cell[][]> {
  const isDisposable = await loadDisposable();
  for await (const rows of readInChunks(last, (after) => readRows(query, choice, after, last))) {
    yield rows.map((row) => {
      const cells = [
        row.address,
        row.language,
        isoTime(row.created_at),
        row.consent,
        row.utm_source,
        row.utm_medium,
        row.utm_campaign,
        row.utm_term,
        row.utm_content,
        row.referrer,
        row.path,
        row.state,
        isoTime(row.confirmed_at),
        isoTime(row.left_at ?? row.had_left_at),
        isDisposable(row.address) ? 'yes' : 'no',
      ];
      return choice.all ? [...cells, row.suspect] : cells;
    });
  }
}

function readRows(query: Kysely<Tables>, { state, all }: Choice, after: number, last: number) {
  let rows = query
    .selectFrom('subscription')
    .selectAll()
    .select(HAD_LEFT_AT.as('had_left_at'))
    .where('id', '>', after)
    .where('id', '<=', last);
  if (state !== null) rows = rows.where('state', '=', state);
  // Whoever takes the list to a mail program must not write to those who have left.
  else if (!all) rows = rows.where(IS_ON_LIST);
  if (!all) rows = rows.where('suspect', 'is', null);
  return rows.orderBy('id').limit(CHUNK).execute();
}
