import { factsOf } from '#contract/content/own-facts.ts';
import { type Frequency, frequencyOf, NEWS } from '#contract/newsletter.ts';
import { inEach, type Language } from '#contract/language.ts';
import {
  type AnnouncementWords,
  letterOf,
  NO_WORDS,
  titleOf,
  withPicture,
  wordsIn,
  writtenIn,
} from '#contract/announcement.ts';
import { bookOf } from '#contract/books.ts';
import type { LetterRow, LettersNow, Purpose } from '#contract/owner/launch.ts';
import { type Kysely, sql, type Transaction } from '#kysely';
import { bookTitles } from '#server/books/titles.ts';
import { currentEdition, editionBefore } from '#server/content/editions.ts';
import { lockContent } from '#server/content/lock.ts';
import { isLetter } from '#server/list/announced.ts';
import { isLive } from '#server/stage/stage.ts';
import type { Tables } from '#server/store/schema.ts';
import { type Done, lockAnnouncement, parsed, type Refused } from './announcement.ts';
import { lockLetters } from './approval.ts';
import { behindOf, editedOf, insertDraft, lastOf } from './draft.ts';
import { createMemos } from './memo.ts';
import { lackingOf, type OverviewDeps, readReaders, sum } from './overview.ts';
import { readLoads, slugFor } from './letter-page.ts';
import { lacksPicture } from './picture.ts';
import { isPurpose } from './purposes.ts';
import { countSent, withEnds } from './recipients.ts';
import type { Announcement } from './rows.ts';

/** As many as the promise and the last week are judged by. */
const MOST_BEGUN = 20;
/** The setting that keeps the number of the last newsletter that was made. */
const LAST_NUMBER = 'last newsletter';
/** Editions that are searched for what was promised. */
const MOST_EDITIONS = 200;
/** Drafts included. */
export const MOST_LETTERS = 500;

const memosOf = createMemos();

/** Drafts, books not announced yet, and what was or is about to be emailed; the newest first. `aMonth`: as promised; `language`: of the owner. */
export async function readLetters(
  { read, build, config }: OverviewDeps,
  { aMonth, language }: { aMonth: LettersNow['aMonth']; language: Language },
): Promise<LettersNow> {
  const rows = await read
    .selectFrom('announcement')
    .selectAll()
    .where((row) => row.or([row('state', '!=', 'draft'), isLetter('announcement')]))
    .orderBy('id', 'desc')
    .execute();
  const known = rows.filter(({ purpose }) => isPurpose(purpose)).map(parsed);
  const sent = await memosOf(read).value('sent', () => countSent(read));
  const letters = await Promise.all(known.map((one) => rowOf({ read, build }, one, sent, language)));
  const isDraft = ({ state }: LetterRow) => state === 'draft';
  const books = await booksToAnnounce({ read, build }, known, language);
  return {
    isOpen: await isLive(read, config),
    aMonth,
    people: await readReaders(read, 'letter:1'),
    letters: [...letters.filter(isDraft), ...books, ...letters.filter((one) => !isDraft(one))],
  };
}

type From = Pick<OverviewDeps, 'read' | 'build'>;

/** The books of the site that nobody was emailed about. */
async function booksToAnnounce(from: From, known: Announcement[], language: Language): Promise<LetterRow[]> {
  const books = bookTitles(from.build).map(({ book, title }) => {
    const purpose: Purpose = `book:${book}`;
    return { purpose, title: title[language] };
  });
  const waiting = books.filter(({ purpose }) => known.every((one) => one.purpose !== purpose));
  const none = { written: [], lacking: [], behind: [], at: null, sent: 0, loads: 0 };
  return Promise.all(
    waiting.map(async (one) => ({
      ...one,
      ...none,
      state: 'draft' as const,
      book: await bookNow(from, one.purpose),
    })),
  );
}

async function bookNow({ read, build }: From, purpose: Purpose): Promise<LetterRow['book']> {
  const id = bookOf(purpose);
  if (id === null) return null;
  return {
    asked: sum(Object.values(await readReaders(read, purpose))),
    isOut: build.manifest.books.some(({ book }) => book === id),
  };
}

async function rowOf(
  { read, build }: From,
  announcement: Announcement,
  sent: Awaited<ReturnType<typeof countSent>>,
  language: Language,
): Promise<LetterRow> {
  const { purpose, state, words, armed_at, opens_at, ended_at, created_at } = announcement;
  const edited = editedOf(announcement);
  return {
    purpose,
    state,
    title: titleOf(purpose, words) || words[language].subject,
    written: writtenIn(words),
    lacking: lackingOf(purpose, words, edited),
    behind: behindOf(edited, words),
    at: state === 'draft' ? lastOf(edited) || created_at : (ended_at ?? armed_at ?? opens_at),
    sent: withEnds(announcement.sums, [['sent', sent.get(announcement.id) ?? 0]]).sent ?? 0,
    loads: (await readLoads(read))(purpose),
    book: await bookNow({ read, build }, purpose),
  };
}

/** The newsletters that have begun, newest first. `at`: when, in milliseconds since 1970. */
export async function readBegun(read: Kysely<Tables>) {
  const rows = await read
    .selectFrom('announcement')
    .select(['id', 'purpose', 'state', 'words', 'sending_at as at'])
    .where(isLetter('announcement'))
    .where('sending_at', 'is not', null)
    .orderBy('sending_at', 'desc')
    .limit(MOST_BEGUN)
    .execute();
  return rows.map(({ words, at, ...row }) => ({
    ...row,
    title: titleOf(row.purpose, wordsIn(words)),
    at: Number(at),
  }));
}

/**
 * How often there is a newsletter at most, by the least number that was promised since its first reader said yes: a higher
 * one binds nobody who agreed to less. `current`: as visitors read it. Null: it was never promised.
 */
export async function readPromise(
  read: Kysely<Tables>,
  current: Frequency | null,
): Promise<Frequency | null> {
  const { first } = await read
    .selectFrom('interest')
    .select(({ fn }) => fn.min('at').as('first'))
    .where('product', '=', NEWS)
    .executeTakeFirstOrThrow();
  const promised = [current];
  let before = first === null ? null : await currentEdition(read);
  while (before !== null && promised.length < MOST_EDITIONS) {
    promised.push(frequencyOf(factsOf(before.content)['newsletter.aMonth']));
    before = before.at <= Number(first) ? null : await editionBefore(read, before.number);
  }
  return promised.reduce((least, one) => (one === null || (least !== null && least <= one) ? least : one));
}

/**
 * Makes a draft: empty, or with the words of another one, and with its picture unless that is gone. Null: there are as many
 * as there may be.
 */
export async function makeLetter(
  query: Kysely<Tables>,
  from: Announcement | null,
  now: number,
): Promise<Purpose | null> {
  const words: AnnouncementWords = from?.words ?? inEach(() => NO_WORDS);
  return query.transaction().execute(async (trx) => {
    const number = await nextNumber(trx);
    const { n } = await trx
      .selectFrom('announcement')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where(isLetter('announcement'))
      .executeTakeFirstOrThrow();
    if (Number(n) >= MOST_LETTERS) return null;
    const purpose: Purpose = `letter:${number}`;
    // A sweep of files sees this draft, or was before it.
    if (words.picture) await lockContent(trx);
    const kept = (await lacksPicture(trx, words)) ? withPicture(words, null) : words;
    await insertDraft(trx, purpose, kept, now);
    return purpose;
  });
}

/** Also of two at once. No number is given twice: links and open tabs know a deleted draft by it. */
async function nextNumber(trx: Transaction<Tables>): Promise<number> {
  const { value } = await trx
    .insertInto('setting')
    .values({ name: LAST_NUMBER, value: '1' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`CAST(CAST(setting.value AS BIGINT) + 1 AS TEXT)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

/** Returns false unless it is a draft. */
export async function deleteLetter(query: Kysely<Tables>, purpose: Purpose): Promise<boolean> {
  return query.transaction().execute(async (trx) => {
    const { purpose: found, state, id } = (await lockAnnouncement(trx, purpose)) ?? {};
    if (id === undefined || found === undefined || state !== 'draft' || letterOf(found) === null)
      return false;
    // Of before it was cancelled.
    await trx.deleteFrom('announcement_recipient').where('announcement_id', '=', id).execute();
    await trx.deleteFrom('announcement').where('id', '=', id).execute();
    return true;
  });
}

/** `slug`: null: as it is, or after the heading. */
export type PageChoice = { slug: string | null; shown: boolean };

/**
 * Says where the page of a newsletter is, until it is sent off, and whether there is one. Refused with `slug-taken` if
 * another one has that address.
 */
export async function choosePage(
  query: Kysely<Tables>,
  purpose: Purpose,
  { slug, shown }: PageChoice,
  now: number,
): Promise<Done | Refused | 'slug-taken'> {
  return query.transaction().execute(async (trx) => {
    await lockLetters(trx);
    const found = await lockAnnouncement(trx, purpose);
    if (found === null || letterOf(purpose) === null) return { ok: false, state: null };
    const isDraft = found.state === 'draft';
    if (slug !== null && slug !== found.slug && !isDraft) return { ok: false, state: found.state };
    const taken = trx.selectFrom('announcement').select('id').where('slug', '=', slug);
    if ((await taken.where('id', '!=', found.id).executeTakeFirst()) !== undefined) return 'slug-taken';
    const row = await trx
      .updateTable('announcement')
      .set({
        slug: slug ?? (isDraft ? found.slug : await slugFor(trx, found)),
        hidden_at: shown ? null : (found.hidden_at ?? now),
      })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ok: true, announcement: parsed(row) };
  });
}
