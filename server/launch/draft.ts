import type { Kysely, Transaction, Updateable } from '#kysely';
import {
  ANNOUNCEMENT_FIELDS,
  type AnnouncementField,
  type AnnouncementWords,
  letterOf,
  type LetterPicture,
  NO_WORDS,
  partOf,
  withPicture,
  WORDS_FIELDS,
  type WordsField,
  wordsField,
} from '#contract/announcement.ts';
import { isSame } from '#contract/content/content.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { WordsSaved, Purpose } from '#contract/owner/launch.ts';
import type { DraftRow } from '#contract/owner/site.ts';
import type { Tables } from '#server/store/schema.ts';
import { type Done, lockAnnouncement, parsed, readAnnouncement, type Refused } from './announcement.ts';
import type { Announcement } from './rows.ts';
import { rulesOf } from './purposes.ts';

/** `at`: milliseconds since 1970. */
type Row = { revision: number; at: number; by: string };
/**
 * Who wrote the words last, and when each language was last changed. `round`: when editing began after all
 * languages said the same; 0: they still do. `rows`: of each field that was written; a store of an older version has none.
 */
export type Edited = {
  by: string;
  at: Partial<Record<Language, number>>;
  round: number;
  rows?: Partial<Record<AnnouncementField, Row>>;
};

/** An edit this long after the last one without "Done" starts a new round. */
const ROUND_MS = 3_600_000;

/** The words before the owner has written any. */
export function suggestedWords(purpose: Purpose, words: SiteManifest['words']): AnnouncementWords {
  const { book, opensSite } = rulesOf(purpose);
  const inLanguage = (language: Language): AnnouncementWords[Language] => {
    const { announcement, books } = words[language];
    if (book === null) return { ...NO_WORDS, ...(opensSite && announcement.launch) };
    const parts = Object.entries(announcement.book).map(([part, text]) => {
      return [part, text.replaceAll('%BOOK%', () => books[book] ?? book)];
    });
    return { ...NO_WORDS, ...Object.fromEntries(parts) };
  };
  return inEach(inLanguage);
}

export function editedOf({ edited }: Pick<Announcement, 'edited'>): Edited | null {
  return edited === null ? null : (JSON.parse(edited) as Edited);
}

/**
 * The fields that have not changed since their other language did, or since the picture that they describe; what is not
 * written yet is not such a field.
 */
export function checksOf(edited: Edited | null, words: AnnouncementWords): WordsField[] {
  if (!edited) return [];
  const { rows = {}, round } = edited;
  const isNew = (field: WordsField) => round > 0 && (rows[field]?.at ?? 0) >= round;
  const revisionOf = (field: AnnouncementField) => rows[field]?.revision ?? 0;
  const isRead = (part: string) => part !== 'instead' && (part !== 'alt' || words.picture !== undefined);
  return WORDS_FIELDS.filter((field) => {
    const [part] = partOf(field);
    if (!isRead(part) || wordIn(words, field) === '') return false;
    if (part === 'alt' && revisionOf('picture') > revisionOf(field)) return true;
    return !isNew(field) && LANGUAGES.some((language) => isNew(wordsField(part, language)));
  });
}

/** The languages of those. */
export function behindOf(edited: Edited | null, words: AnnouncementWords): Language[] {
  const found = checksOf(edited, words).map((field) => partOf(field)[1]);
  return LANGUAGES.filter((language) => found.includes(language));
}

/** The fields that somebody has written. */
export function rowsOf(announcement: Pick<Announcement, 'words' | 'edited'>): DraftRow[] {
  const rows = editedOf(announcement)?.rows ?? {};
  return ANNOUNCEMENT_FIELDS.flatMap((field) => {
    const row = rows[field];
    return row === undefined ? [] : [{ field, value: valueIn(announcement.words, field), ...row }];
  });
}

function valueIn(words: AnnouncementWords, field: AnnouncementField): string | LetterPicture | null {
  return field === 'picture' ? (words.picture ?? null) : wordIn(words, field);
}

function wordIn(words: AnnouncementWords, field: WordsField): string {
  const [part, language] = partOf(field);
  return words[language][part];
}

/** When the words were last changed; 0: never. */
export function lastOf(edited: Edited | null): number {
  return Math.max(0, ...Object.values(edited?.at ?? {}));
}

type By = { by: string; now: number };
type Before = By & { suggested: AnnouncementWords };

export type Written = Pick<DraftRow, 'revision'> &
  ({ field: WordsField; value: string } | { field: 'picture'; value: LetterPicture | null });

/**
 * Writes one field while the announcement is a draft: afterwards its words must stay what the launch check has
 * seen. `revision`: of the row that its owner saw; 0: there was none. The same words again: its owner has looked
 * at them. Null: it is not a draft.
 */
export async function writeMailField(
  query: Kysely<Tables>,
  purpose: Purpose,
  written: Written,
  { by, now, suggested }: Before,
): Promise<WordsSaved | null> {
  const { field, value, revision } = written;
  return query.transaction().execute(async (trx): Promise<WordsSaved | null> => {
    const before = await draftFor(trx, purpose, suggested, now);
    if (before?.state !== 'draft') return null;
    const { words } = before;
    const rows = rowsOf(before);
    const current = rows.find((row) => row.field === field) ?? null;
    if ((current?.revision ?? 0) !== revision) return { is: 'conflict', current };
    const edited = editedOf(before) ?? nobody(by);
    const checks = checksOf(edited, words);
    const isChanged = !isSame(valueIn(words, field), value);
    if (!isChanged && !checks.some((one) => one === field))
      return { is: 'saved', row: current ?? { field, value, revision, at: now, by } };
    const row = { revision: nextRevision(rows), at: now, by };
    const next: Edited = { ...edited, by, rows: { ...edited.rows, [field]: row } };
    const changed =
      written.field === 'picture' ? withPicture(words, written.value) : withText(words, written);
    if (field !== 'picture') {
      const isOver = edited.round === 0 || (checks.length === 0 && now - lastOf(edited) > ROUND_MS);
      next.at = { ...edited.at, [partOf(field)[1]]: now };
      if (isChanged && isOver) next.round = now;
    }
    await write(trx, purpose, {
      words: JSON.stringify(changed),
      edited: JSON.stringify(isChanged ? next : settled(next, changed)),
    });
    return { is: 'saved', row: { field, value, ...row } };
  });
}

function withText(words: AnnouncementWords, { field, value }: { field: WordsField; value: string }) {
  const [part, language] = partOf(field);
  return { ...words, [language]: { ...words[language], [part]: value } };
}

function nextRevision(rows: readonly DraftRow[]): number {
  return Math.max(0, ...rows.map(({ revision }) => revision)) + 1;
}

const nobody = (by: string): Edited => ({ by, at: {}, round: 0 });

/** If nothing is left to check, all languages say the same. */
function settled(edited: Edited, words: AnnouncementWords): Edited {
  return checksOf(edited, words).length === 0 ? { ...edited, round: 0 } : edited;
}

/** The owner is done with the words: those left as they were count as written, too. */
export async function finishWords(
  query: Kysely<Tables>,
  purpose: Purpose,
  { by, now, suggested }: Before,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const draft = await draftFor(trx, purpose, suggested, now);
    if (draft === null) return { ok: false, state: null };
    const edited = editedOf(draft) ?? nobody(by);
    const at = { ...inEach(() => now), ...edited.at };
    return write(trx, purpose, { edited: JSON.stringify(settled({ ...edited, at }, draft.words)) });
  });
}

/** As the owner chose it: at once when opened (null), or at a time. */
type ChosenTime = { zone: string; wallTime: string | null; opensAt: number | null };

/** Stores the time without scheduling it. `suggested`: the words if nobody has written any. */
export async function chooseTime(
  query: Kysely<Tables>,
  purpose: Purpose,
  { zone, wallTime, opensAt }: ChosenTime,
  suggested: AnnouncementWords,
  now: number,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    await draftFor(trx, purpose, suggested, now);
    return write(trx, purpose, { zone, wall_time: wallTime, opens_at: opensAt });
  });
}

/**
 * Reads and locks the announcement until the transaction ends; creates it if there is none. Null: a newsletter that was
 * deleted, which nothing creates again.
 */
export async function draftFor(
  trx: Transaction<Tables>,
  purpose: Purpose,
  words: AnnouncementWords,
  now: number,
): Promise<Announcement | null> {
  return letterOf(purpose) === null ? insertDraft(trx, purpose, words, now) : lockAnnouncement(trx, purpose);
}

/** Reads and locks the announcement as it is, or creates it. */
export async function insertDraft(
  trx: Kysely<Tables>,
  purpose: Purpose,
  words: AnnouncementWords,
  now: number,
): Promise<Announcement> {
  const row = await trx
    .insertInto('announcement')
    .values({
      purpose,
      state: 'draft',
      words: JSON.stringify(words),
      undo_ms: 0,
      wave: 0,
      max_per_minute: 0,
      pace: 0,
      enqueue_cursor: 0,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('purpose').doUpdateSet((one) => ({ state: one.ref('announcement.state') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return parsed(row);
}

async function write(
  trx: Transaction<Tables>,
  purpose: Purpose,
  change: Updateable<Tables['announcement']>,
): Promise<Done | Refused> {
  const row = await trx
    .updateTable('announcement')
    .set(change)
    .where('purpose', '=', purpose)
    .where('state', '=', 'draft')
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return { ok: true, announcement: parsed(row) };
  const found = await readAnnouncement(trx, purpose);
  return { ok: false, state: found?.state ?? null };
}
