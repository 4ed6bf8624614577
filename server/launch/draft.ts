import type { Kysely, Transaction, Updateable } from '#kysely';
import { ANNOUNCEMENT_PARTS, type AnnouncementWords } from '#contract/announcement.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { type Announcement, type Done, parsed, readAnnouncement, type Refused } from './announcement.ts';
import { versionOf } from './approval.ts';
import { PURPOSES } from './purposes.ts';
import type { Purpose } from './states.ts';

/**
 * Who wrote the words, and when each language was last changed. `round`: when editing began after all
 * languages said the same; 0: they still do.
 */
type Edited = { by: string; at: Partial<Record<Language, number>>; round: number };

/** An edit this long after the last one without "Done" starts a new round. */
const ROUND_MS = 3_600_000;

/** The words before the owner has written any. */
export function suggestedWords(purpose: Purpose, words: SiteManifest['words']): AnnouncementWords {
  const { book } = PURPOSES[purpose];
  const inLanguage = (language: Language) => {
    const { announcement, books } = words[language];
    if (book === null) return announcement.launch;
    const parts = ANNOUNCEMENT_PARTS.map((part) => {
      return [part, announcement.book[part].replaceAll('%BOOK%', () => books[book])];
    });
    return Object.fromEntries(parts) as AnnouncementWords[Language];
  };
  return inEach(inLanguage);
}

export function editedOf({ edited }: Pick<Announcement, 'edited'>): Edited | null {
  return edited === null ? null : (JSON.parse(edited) as Edited);
}

/** Returns the languages that have not changed since another one did. */
export function behindOf(edited: Edited | null): Language[] {
  if (edited === null) return [];
  const { at, round } = edited;
  return LANGUAGES.filter((language) => (at[language] ?? 0) < round);
}

/** When the words were last changed; 0: never. */
export function lastOf(edited: Edited | null): number {
  return Math.max(0, ...Object.values(edited?.at ?? {}));
}

/** The owner is done with the words: if no language is behind, all say the same. */
function settled(edited: Edited): Edited {
  return behindOf(edited).length === 0 ? { ...edited, round: 0 } : edited;
}

/** `changed`: the announcement as somebody else has written it since. */
export type Kept = Done | (Refused & { changed?: Announcement });

/**
 * Stores the words while the announcement is a draft: afterwards they must stay what the launch check has
 * seen. `since`: the version that was edited, `suggested` the words before it; without `since` any version is
 * overwritten. `isDone`: languages left unchanged count as written too.
 */
export async function writeWords(
  query: Kysely<Tables>,
  purpose: Purpose,
  words: AnnouncementWords,
  {
    by,
    now,
    since,
    suggested = words,
    isDone = false,
  }: { by: string; now: number; since?: string; suggested?: AnnouncementWords; isDone?: boolean },
): Promise<Kept> {
  return query.transaction().execute(async (trx): Promise<Kept> => {
    const before = await draftFor(trx, purpose, suggested, now);
    if (before.state !== 'draft') return { ok: false, state: before.state };
    if (since !== undefined && versionOf(before.words) !== since)
      return { ok: false, state: before.state, changed: before };
    const next = editedBy(editedOf(before), {
      by,
      now,
      changed: LANGUAGES.filter((language) => differs(before.words, words, language)),
      isDone: isDone || since === undefined,
    });
    return write(trx, purpose, { words: JSON.stringify(words), edited: JSON.stringify(next) });
  });
}

type Edit = { by: string; now: number; changed: readonly Language[]; isDone: boolean };

function editedBy(before: Edited | null, { by, now, changed, isDone }: Edit): Edited {
  const isOver = behindOf(before).length === 0 && (!before?.round || now - lastOf(before) > ROUND_MS);
  const round = changed.length > 0 && isOver ? now : (before?.round ?? 0);
  const at = { ...before?.at };
  for (const language of changed) at[language] = now;
  // A language left unchanged while others changed is older than those.
  if (isDone) for (const language of LANGUAGES) at[language] ??= round === 0 ? now : 0;
  return isDone ? settled({ by, at, round }) : { by, at, round };
}

/** The owner confirms that this language still says the same as those that were changed. */
export async function confirmWords(
  query: Kysely<Tables>,
  purpose: Purpose,
  language: Language,
  now: number,
): Promise<Done | Refused> {
  return query.transaction().execute(async (trx) => {
    const before = await readAnnouncement(trx, purpose);
    const edited = before && editedOf(before);
    if (!edited) return { ok: false, state: before?.state ?? null };
    const same = settled({ ...edited, at: { ...edited.at, [language]: now } });
    return write(trx, purpose, { edited: JSON.stringify(same) });
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

/** Reads and locks the announcement until the transaction ends; creates it if there is none. */
export async function draftFor(
  trx: Transaction<Tables> | Kysely<Tables>,
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

function differs(one: AnnouncementWords, other: AnnouncementWords, language: Language): boolean {
  return ANNOUNCEMENT_PARTS.some((part) => one[language][part] !== other[language][part]);
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
