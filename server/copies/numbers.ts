import { randomBytes } from 'node:crypto';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { newSigner, type Signer } from './signature.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

const NAME = 'copies';

/** Whose copies these are, and the number of the last one: kept in the store, because no clock says which is newer. */
export type Numbers = {
  /** 16 hex digits. */
  store: string;
  copy: number;
  /** When this list first was copied, in milliseconds since 1970; null: it was restored from a copy or backup. */
  since: number | null;
  /** What makes copies known as those of this list. */
  signer: Signer;
};

/** Null: this list has none yet. */
export async function readNumbers(query: Kysely<Tables>): Promise<Numbers | null> {
  const value = await readSetting(query, NAME);
  return value === null ? null : (JSON.parse(value) as Numbers);
}

/** Gives them to a list that has none. `now`: milliseconds since 1970. */
export async function ensureNumbers(query: Kysely<Tables>, now: number): Promise<Numbers> {
  return (await readNumbers(query)) ?? keep(query, { ...newName(), since: now, signer: newSigner() });
}

/** The numbers of the next copy. */
export async function nextCopy(query: Kysely<Tables>, now: number): Promise<Numbers> {
  const last = await ensureNumbers(query, now);
  return keep(query, { ...last, copy: last.copy + 1 });
}

/** The list goes on under another name: it was restored, or another server copies under this one. */
export async function renameStore(query: Kysely<Tables>): Promise<void> {
  const signer = (await readNumbers(query))?.signer ?? newSigner();
  await keep(query, { ...newName(), since: null, signer });
}

function newName(): Pick<Numbers, 'store' | 'copy'> {
  return { store: randomBytes(8).toString('hex'), copy: 0 };
}

async function keep(query: Kysely<Tables>, numbers: Numbers): Promise<Numbers> {
  await writeSetting(query, NAME, JSON.stringify(numbers));
  return numbers;
}
