import { createHash } from 'node:crypto';
import type { Kysely, Transaction, Updateable } from '#kysely';
import { ANNOUNCEMENT_PARTS, type AnnouncementWords } from '#contract/announcement.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#contract/language.ts';
import type { Tables } from '#server/store/schema.ts';
import { type Announcement, type Done, parsed, readAnnouncement, type Refused } from './announcement.ts';
import { bookOf, type Purpose } from './states.ts';

/** Who wrote the words, and when each language was changed last. */
export type Edited = { by: string; at: Partial<Record<Language, number>> };

/** What stands there before the owner writes. */
export function suggestedWords(purpose: Purpose, words: SiteManifest['words']): AnnouncementWords {
  const book = bookOf(purpose);
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

/** Another one for other words. */
export function versionOf(words: AnnouncementWords): string {
  const texts = LANGUAGES.map((language) => ANNOUNCEMENT_PARTS.map((part) => words[language][part]));
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

export function editedOf({ edited }: Pick<Announcement, 'edited'>): Edited | null {
  return edited === null ? null : (JSON.parse(edited) as Edited);
}

/** Languages whose words are older than those of the first. */
export function behindOf(edited: Edited | null): Language[] {
  const at = (language: Language) => edited?.at[language] ?? 0;
  return LANGUAGES.filter((language) => at(language) < at(FALLBACK_LANGUAGE));
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
    const edited = editedOf(before);
    const isNew = (language: Language) =>
      edited?.at[language] === undefined
        ? since === undefined || isDone || differs(before.words, words, language)
        : differs(before.words, words, language);
    const at = LANGUAGES.flatMap((language) => {
      const time = isNew(language) ? now : edited?.at[language];
      return time === undefined ? [] : [[language, time]];
    });
    const next: Edited = { by, at: Object.fromEntries(at) as Edited['at'] };
    return write(trx, purpose, { words: JSON.stringify(words), edited: JSON.stringify(next) });
  });
}

/** The words of this language still say the same as those of the first. */
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
    return write(trx, purpose, {
      edited: JSON.stringify({ ...edited, at: { ...edited.at, [language]: now } }),
    });
  });
}

/** As the owner said it: at once after asking, or at an hour. */
export type ChosenTime = { zone: string; wallTime: string | null; opensAt: number | null };

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
      most_a_minute: 0,
      pace: 0,
      gathered: 0,
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
