import type { Kysely, Transaction, Updateable } from '#kysely';
import { ANNOUNCEMENT_PARTS, type AnnouncementWords } from '#contract/announcement.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { type Announcement, type Done, parsed, readAnnouncement, type Refused } from './announcement.ts';
import { versionOf } from './approval.ts';
import { PURPOSES } from './purposes.ts';
import type { Purpose } from './states.ts';

/**
 * Who wrote the words, and when each language was changed last. `round`: when changing began after all had said the same; 0:
 * they do since.
 */
type Edited = { by: string; at: Partial<Record<Language, number>>; round: number };

/** Who comes back after so long without "Done" begins another round. */
const ROUND_MS = 3_600_000;

/** What stands there before the owner writes. */
export function suggestedWords(purpose: Purpose, words: SiteManifest['words']): AnnouncementWords {
  const { book } = PURPOSES[purpose];
  const inLanguage = (language: Language) => {
    const { announcement, books } = words[language];
    if (book === null) return [language, announcement.launch];
    const parts = ANNOUNCEMENT_PARTS.map((part) => {
      return [part, announcement.book[part].replaceAll('%BOOK%', () => books[book])];
    });
    return [language, Object.fromEntries(parts)];
  };
  return Object.fromEntries(LANGUAGES.map(inLanguage)) as AnnouncementWords;
}

export function editedOf({ edited }: Pick<Announcement, 'edited'>): Edited | null {
  return edited === null ? null : (JSON.parse(edited) as Edited);
}

/** Languages that have not changed since another one did. */
export function behindOf(edited: Edited | null): Language[] {
  if (edited === null) return [];
  const { at, round } = edited;
  return LANGUAGES.filter((language) => (at[language] ?? 0) < round);
}

function lastOf(edited: Edited | null): number {
  return Math.max(0, ...Object.values(edited?.at ?? {}));
}

/** The owner says that the work on the words is done: where nobody is behind, all say the same. */
function settled(edited: Edited): Edited {
  return behindOf(edited).length === 0 ? { ...edited, round: 0 } : edited;
}

/** `changed`: as somebody else has written them since. */
export type Kept = Done | (Refused & { changed?: Announcement });

/**
 * Keeps the words while nothing is set: from then on they are what the rehearsal has seen. `since`: the version that they
 * were written over, `suggested` what stood there before; without it, whatever stands there. `isDone`: languages that were
 * left as they are count as written too.
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
  // Left as they were, beside others that were changed, they are older than those.
  if (isDone) for (const language of LANGUAGES) at[language] ??= round === 0 ? now : 0;
  return isDone ? settled({ by, at, round }) : { by, at, round };
}

/** The words of this language still say the same as those that were changed. */
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

/** As the owner said it: at once after asking, or at an hour. */
type ChosenTime = { zone: string; wallTime: string | null; opensAt: number | null };

/** When it is to open once the owner says so. Sets nothing yet. `suggested`: where nobody has written words yet. */
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

/** The announcement as it stands, made where there is none. Others wait until the transaction ends. */
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
