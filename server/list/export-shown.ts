import type { Kysely } from '#kysely';
import type { ExportForm, PeopleFilter } from '#contract/owner/people.ts';
import type { Tables } from '#server/store/schema.ts';
import type { DataCell, DataTable } from '#server/base/table.ts';
import { allColumns, EXPORT_COLUMNS, loadDisposable } from './export.ts';
import { kindIs } from './kind-of-person.ts';
import { getsNews } from './news.ts';
import { fits, newestId } from './search.ts';
import { sourceOf } from './source.ts';

/** Ids per query: bounds how long one query occupies the read connection. */
const WINDOW = 2_000;

/**
 * Exports the people who match, in sign-up order. `proof`: with each person's last consent. `all`: to another service,
 * too, whoever has not asked for the newsletter: what is sent from there is not a launch.
 */
export function exportShown(
  query: Kysely<Tables>,
  filter: PeopleFilter,
  { form, proof, all }: { form: ExportForm; proof: boolean; all: boolean },
): DataTable {
  const { columns, written } = FORMS[form];
  const people = allColumns(query)
    .where(fits(filter))
    // Another service will mail everybody it is given.
    .$if(form !== 'sheet', (rows) => rows.where(kindIs('confirmed')))
    .$if(form !== 'sheet' && !all, (rows) => rows.where(getsNews('subscription')))
    .orderBy('id');
  async function* chunks() {
    const newest = await newestId(query);
    const isDisposable = await loadDisposable();
    for (let low = 1; low <= newest; low += WINDOW) {
      const rows = await people
        .where('id', '>=', low)
        .where('id', '<', low + WINDOW)
        .execute();
      const agreed = proof ? await agreements(query, low) : new Map<number, Values>();
      yield rows.map((row) => {
        const disposable = isDisposable(row.address) ? 'yes' : 'no';
        return { ...written({ ...row, disposable }), ...agreed.get(row.id) };
      });
    }
  }
  return { columns: [...columns, ...(proof ? PROOF : [])], chunks: chunks() };
}

type Values = Record<string, DataCell>;
type Kept = Omit<Awaited<ReturnType<ReturnType<typeof allColumns>['execute']>>[number], 'id'> & {
  disposable: string;
};

/** The column names of each service's own exports. */
const FORMS: Record<ExportForm, { columns: readonly string[]; written: (row: Kept) => Values }> = {
  sheet: { columns: EXPORT_COLUMNS, written: (row) => row },
  mailchimp: {
    columns: ['Email Address', 'Language', 'OPTIN_TIME', 'CONFIRM_TIME', 'SOURCE'],
    written: (row) => ({
      'Email Address': row.address,
      Language: row.language,
      OPTIN_TIME: toSeconds(row.subscribed_at),
      CONFIRM_TIME: toSeconds(row.confirmed_at),
      SOURCE: sourceOf({ ...row, consent: row.consent_version }),
    }),
  },
  brevo: {
    columns: ['EMAIL', 'LANGUAGE', 'DOUBLE_OPT-IN', 'OPTIN_TIME', 'SOURCE'],
    written: (row) => ({
      EMAIL: row.address,
      LANGUAGE: row.language,
      'DOUBLE_OPT-IN': 'Yes',
      OPTIN_TIME: toSeconds(row.subscribed_at).slice(0, 'yyyy-mm-dd'.length),
      SOURCE: sourceOf({ ...row, consent: row.consent_version }),
    }),
  },
};

/** `2026-07-01 12:00:00`, UTC; empty without a time. */
function toSeconds(time: number | null): string {
  return time === null ? '' : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

const PROOF = ['agreed_at', 'agreed_on', 'agreed_version', 'agreed_words'];

/** Returns the last consent of each person in a window. */
async function agreements(query: Kysely<Tables>, low: number): Promise<Map<number, Values>> {
  const receipts = await query
    .selectFrom('consent_receipt as r')
    .leftJoin('consent_text as t', (join) =>
      join.onRef('t.version', '=', 'r.version').onRef('t.language', '=', 'r.language'),
    )
    .select(['r.subscription_id', 'r.at', 'r.page', 'r.version', 't.text'])
    .where('r.event', '=', 'given')
    .where('r.subscription_id', '>=', low)
    .where('r.subscription_id', '<', low + WINDOW)
    .orderBy('r.id')
    .execute();
  return new Map(
    receipts.map(({ subscription_id, at, page, version, text }) => [
      subscription_id,
      { agreed_at: at, agreed_on: page, agreed_version: version, agreed_words: text },
    ]),
  );
}
