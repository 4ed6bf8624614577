import { randomBytes } from 'node:crypto';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

const NAME = 'copies';

/** Whose copies these are, and the number of the last one: kept in the store, because no clock says which is newer. */
export type Numbers = {
  /** 16 hex digits. */
  store: string;
  copy: number;
  /** When this list first was copied, in milliseconds since 1970; null: it was restored from a copy or backup. */
  since: number | null;
};

/** The numbers of the next copy. */
export async function nextCopy(query: Kysely<Tables>, now: number): Promise<Numbers> {
  const value = await readSetting(query, NAME);
  const last = value === null ? newStore(now) : (JSON.parse(value) as Numbers);
  return keep(query, { ...last, copy: last.copy + 1 });
}

/** Whose copies this server makes; null: none yet. */
export async function storeOf(query: Kysely<Tables>): Promise<string | null> {
  const value = await readSetting(query, NAME);
  return value === null ? null : (JSON.parse(value) as Numbers).store;
}

/** The list goes on under another name: it was restored, or another server copies under this one. */
export async function renameStore(query: Kysely<Tables>): Promise<void> {
  await keep(query, newStore(null));
}

function newStore(since: number | null): Numbers {
  return { store: randomBytes(8).toString('hex'), copy: 0, since };
}

async function keep(query: Kysely<Tables>, numbers: Numbers): Promise<Numbers> {
  await writeSetting(query, NAME, JSON.stringify(numbers));
  return numbers;
}
