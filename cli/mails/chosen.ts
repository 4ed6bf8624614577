import type { Kysely } from '#kysely';
import { idsAbout } from '#server/outbox/send-again.ts';
import type { Tables } from '#server/store/schema.ts';
import { keyOf } from '../address.ts';
import { Misused } from '../command.ts';

/** What an operator named, as it was written, and the rows of the outbox it stands for. */
export type Chosen = { operand: string; ids: readonly number[] };

/** Each operand is an ID, or an address: all about it, whatever became of it. @throws Misused, Failed */
export async function chosenRows(query: Kysely<Tables>, operands: readonly string[]): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  for (const operand of operands) {
    const ids = operand.includes('@') ? await idsAbout(query, keyOf(operand)) : [idOf(operand)];
    chosen.push({ operand, ids });
  }
  return chosen;
}

export function idsOf(chosen: readonly Chosen[]): number[] {
  return chosen.flatMap(({ ids }) => ids);
}

/** Those that stand for none of `done`. */
export function missed(chosen: readonly Chosen[], done: readonly number[]): string[] {
  const ends = new Set(done);
  return chosen.filter(({ ids }) => !ids.some((id) => ends.has(id))).map(({ operand }) => operand);
}

/** What is said of mails that a newer one has replaced, if there are any. */
export function saidOfOlder(older: readonly number[]): string[] {
  if (older.length === 0) return [];
  return [`${older.length} left out: the same person has a newer confirmation mail.`];
}

function idOf(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id === 0) throw new Misused(`${JSON.stringify(text)} is no ID and no address; mails list shows them.`);
  return id;
}
