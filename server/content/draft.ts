import { isDeepStrictEqual } from 'node:util';
import type { Content, Json } from '#contract/content/content.ts';
import { rowNow } from '#contract/content/former.ts';
import type { Insertable, Kysely, Transaction } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { lockContent } from './lock.ts';

/** A field as somebody has written it since the last edition. */
export type DraftField = {
  field: string;
  /** Undefined: the built-in value again. */
  value: Json | undefined;
  revision: number;
  /** Milliseconds since 1970, UTC. */
  at: number;
  /** The owner's id; null: written on the command line. */
  owner: number | null;
};

/** `revision`: the one the writer saw; 0: the field was not in the draft. */
type NewValue = Pick<DraftField, 'field' | 'value' | 'revision' | 'owner'>;

/** `current`: as somebody else has written it; null: it is not in the draft any more. */
export type Written = { is: 'written'; revision: number } | { is: 'conflict'; current: DraftField | null };

/** Rows of one statement: PostgreSQL and SQLite limit its values. */
const CHUNK = 500;

/** All fields of the draft, sorted by key. */
export async function readDraft(query: Kysely<Tables>): Promise<DraftField[]> {
  return inOrder(await query.selectFrom('draft').selectAll().execute());
}

/** Not by the database: its order depends on its locale. */
function inOrder(rows: Tables['draft'][]): DraftField[] {
  return rows.map(parsed).sort((one, other) => (one.field < other.field ? -1 : 1));
}

/** The draft, and the number of the edition it is written over (0: none), at one moment. */
export async function readDraftOver(query: Kysely<Tables>): Promise<{ live: number; draft: DraftField[] }> {
  const rows = await query
    .selectFrom((from) =>
      from
        .selectFrom('edition')
        .select(({ fn }) => fn.max('number').as('live'))
        .where('kind', '=', 'published')
        .as('newest'),
    )
    .leftJoin('draft', (join) => join.onTrue())
    .select(['live', 'field', 'value', 'revision', 'at', 'owner_id'])
    .execute();
  const draft = rows.filter((row): row is typeof row & Tables['draft'] => row.field !== null);
  return { live: rows[0]?.live ?? 0, draft: inOrder(draft) };
}

/** Writes one field, unless somebody else has written it since. */
export async function writeField(
  write: Kysely<Tables>,
  { field, value, revision, owner }: NewValue,
  now: number,
): Promise<Written> {
  return write.transaction().execute(async (trx): Promise<Written> => {
    const next = await lockContent(trx);
    const row = await trx.selectFrom('draft').selectAll().where('field', '=', field).executeTakeFirst();
    if ((row?.revision ?? 0) !== revision)
      return { is: 'conflict', current: row === undefined ? null : parsed(row) };
    await addToDraft(trx, [{ field, value, revision: next, at: now, owner }]);
    return { is: 'written', revision: next };
  });
}

/**
 * Makes the draft so that `base` overlaid with it is `content`, in one transaction: whatever else was in it is
 * lost. Fields that are so already keep their revision.
 */
export async function replaceDraft(
  write: Kysely<Tables>,
  content: Content,
  base: Content,
  owner: number | null,
  now: number,
): Promise<void> {
  await write.transaction().execute(async (trx) => {
    const revision = await lockContent(trx);
    await changeDraft(trx, difference(content, base), { revision, owner, at: now });
  });
}

/** Makes `wanted` the draft. Fields that are so already keep their revision. The content must be locked. */
export async function changeDraft(
  trx: Transaction<Tables>,
  wanted: Map<string, Json | undefined>,
  by: Pick<DraftField, 'revision' | 'at' | 'owner'>,
): Promise<void> {
  const before = new Map((await readDraft(trx)).map(({ field, value }) => [field, value]));
  await takeOut(
    trx,
    [...before.keys()].filter((field) => !wanted.has(field)),
  );
  const isThere = ([field, value]: [string, Json | undefined]) =>
    before.has(field) && isDeepStrictEqual(before.get(field), value);
  const fields = [...wanted].filter((one) => !isThere(one));
  await addToDraft(
    trx,
    fields.map(([field, value]) => ({ field, value, ...by })),
  );
}

/** Writes fields over those that are in the draft. The content must be locked. */
export async function addToDraft(trx: Transaction<Tables>, fields: readonly DraftField[]): Promise<void> {
  const rows = fields.map(({ value, owner, ...row }) => ({ ...row, value: stored(value), owner_id: owner }));
  for (let n = 0; n < rows.length; n += CHUNK) await put(trx, rows.slice(n, n + CHUNK));
}

/**
 * Takes these fields out of the draft, unless somebody has written them since: they are as published again. Returns
 * what was taken out.
 */
export async function discardFields(
  write: Kysely<Tables>,
  fields: readonly Pick<DraftField, 'field' | 'revision'>[],
): Promise<DraftField[]> {
  const seen = new Map(fields.map(({ field, revision }) => [field, revision]));
  return write.transaction().execute(async (trx) => {
    await lockContent(trx);
    const out = (await readDraft(trx)).filter(({ field, revision }) => seen.get(field) === revision);
    await takeOut(
      trx,
      out.map(({ field }) => field),
    );
    return out;
  });
}

/** What was written under an earlier version is stored under the names of this one, unless that was written, too. */
export async function renewDraft(write: Kysely<Tables>): Promise<void> {
  await write.transaction().execute(async (trx) => {
    const draft = await readDraft(trx);
    const former = draft.filter((row) => rowNow(row).field !== row.field);
    if (former.length === 0) return;
    await lockContent(trx);
    await takeOut(
      trx,
      former.map(({ field }) => field),
    );
    const isWritten = (name: string) => draft.some(({ field }) => field === name);
    await addToDraft(
      trx,
      former.map(rowNow).filter(({ field }) => !isWritten(field)),
    );
  });
}

/** `base` with the draft's values instead of its own. */
export function overlaid(base: Content, draft: readonly Pick<DraftField, 'field' | 'value'>[]): Content {
  const content = new Map(Object.entries(base));
  for (const { field, value } of draft)
    if (value === undefined) content.delete(field);
    else content.set(field, value);
  return Object.fromEntries(content);
}

/** What a draft must contain so that `base` becomes `content`. */
export function difference(content: Content, base: Content): Map<string, Json | undefined> {
  // Missing here, it is the built-in one again.
  const none = Object.keys(base).map((field) => [field, undefined] as const);
  const from = new Map(Object.entries(base));
  const all = new Map<string, Json | undefined>([...none, ...Object.entries(content)]);
  return new Map([...all].filter(([field, value]) => !isDeepStrictEqual(value, from.get(field))));
}

async function takeOut(trx: Transaction<Tables>, fields: string[]): Promise<void> {
  for (let n = 0; n < fields.length; n += CHUNK)
    await trx
      .deleteFrom('draft')
      .where('field', 'in', fields.slice(n, n + CHUNK))
      .execute();
}

async function put(trx: Transaction<Tables>, rows: Insertable<Tables['draft']>[]): Promise<void> {
  await trx
    .insertInto('draft')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('field').doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        revision: ref('excluded.revision'),
        at: ref('excluded.at'),
        owner_id: ref('excluded.owner_id'),
      })),
    )
    .execute();
}

/** `null` is a value, too. */
function stored(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function parsed({ field, value, revision, at, owner_id }: Tables['draft']): DraftField {
  return {
    field,
    value: value === null ? undefined : (JSON.parse(value) as Json),
    revision,
    at,
    owner: owner_id,
  };
}
