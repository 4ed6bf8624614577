import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { keyOf } from '../address.ts';
import { Misused } from '../command.ts';

/** What an operator named, as it was written, and the rows of the outbox it stands for. */
export type Chosen = { operand: string; ids: readonly number[] };

/** Each operand is an ID, or an address: all about it, whatever became of it. @throws Misused, Failed */
export async function chosenRows(query: Kysely<Tables>, operands: readonly string[]): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  for (const operand of operands) {
    const ids = operand.includes('@') ? await rowsAbout(query, keyOf(operand)) : [idOf(operand)];
    chosen.push({ operand, ids });
  }
  return chosen;
}

/** Their rows. 0, which no row has, stands among them: PostgreSQL knows no empty list. */
export function idsOf(chosen: readonly Chosen[]): number[] {
  return [0, ...chosen.flatMap(({ ids }) => ids)];
}

/** Those that stand for none of `done`. */
export function missed(chosen: readonly Chosen[], done: ReadonlySet<number>): string[] {
  return chosen.filter(({ ids }) => !ids.some((id) => done.has(id))).map(({ operand }) => operand);
}

async function rowsAbout(query: Kysely<Tables>, key: string): Promise<number[]> {
  const subscription = query.selectFrom('subscription').select('id').where('key', '=', key);
  const messages = query
    .selectFrom('message')
    .select('id')
    .where((row) => row(row.fn<string>('lower', ['email']), '=', key));
  const rows = await query
    .selectFrom('outbox')
    .select('id')
    .where((row) =>
      row.or([
        row('kind', 'in', ['confirm', 'book', 'forward']).and('subject', 'in', subscription),
        row('kind', '=', 'message').and('subject', 'in', messages),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw new Misused(`${JSON.stringify(text)} is no ID and no address; mails list shows them.`);
  return id;
}
