import { useMemo } from 'react';
import {
  ANNOUNCEMENT_PARTS,
  ANNOUNCEMENT_WORDS,
  type AnnouncementWords,
  type LetterPicture,
  partOf,
  WORDS_FIELDS,
  wordsField,
} from '#contract/announcement.ts';
import { inEach, type Language } from '#contract/language.ts';
import type { AnnouncementNow, Purpose, WordsNow } from '#contract/owner/launch.ts';
import type { DraftRow, SiteDraft } from '#contract/owner/site.ts';
import { queries, useOwner, type Read } from '../api.ts';
import { autosaveOf, untilShown, usePendingEdit } from '../site/autosave/use-autosave.ts';
import type { Autosave } from '../site/autosave/autosave.ts';
import { siteOf, type DraftField, type Site } from '../site/draft.ts';
import { EVERY_MS } from '../site/editor/EditorPage.tsx';
import { pathOf } from './announcement.ts';

/** Saves each field of the words as it is typed, also after their page is left. */
export function wordsAutosave(purpose: Purpose): Autosave {
  const path = pathOf(purpose, '/words');
  return autosaveOf(path, {
    async show(row) {
      // A read that began before the field was saved would put the former words back.
      await queries.cancelQueries({ queryKey: [path] });
      queries.setQueryData<WordsNow>([path], (known) => known && withRow(known, row));
      await untilShown();
      for (const read of [path, pathOf(purpose)]) void queries.invalidateQueries({ queryKey: [read] });
    },
    ownOf: () => undefined,
  });
}

function withRow(known: WordsNow, row: DraftRow): WordsNow {
  return {
    ...known,
    rows: [...known.rows.filter(({ field }) => field !== row.field), row],
    checks: known.checks.filter((field) => field !== row.field),
  };
}

/** Saves what is typed. @returns whether the server has all of it. */
export async function saveWords(purpose: Purpose): Promise<boolean> {
  const autosave = wordsAutosave(purpose);
  return (await autosave.settle()) && !autosave.status().saving && !autosave.isAtRisk();
}

/** The words of an announcement as the editor of the site takes them. Once it is set they are only read. */
export function useAnnouncementWords(purpose: Purpose, now: Read<AnnouncementNow>): Read<Site> {
  const read = useOwner<WordsNow>(pathOf(purpose, '/words'), { every: EVERY_MS });
  const { data } = read;
  const suggested = data?.suggested;
  const fields = useMemo(() => suggested && fieldsOf(suggested), [suggested]);
  const state = now.data?.state;
  const site = useMemo(
    () => fields && data && state && siteIn(fields, data, state !== 'draft'),
    [fields, data, state],
  );
  return { ...(data === undefined ? read : now), data: site };
}

/** The words as the server has them. */
export function wordsIn(site: Site): AnnouncementWords {
  return inEach((language) => {
    const words = ANNOUNCEMENT_PARTS.map((part) => [part, site.valueOf(wordsField(part, language))]);
    return Object.fromEntries(words) as AnnouncementWords[Language];
  });
}

/** What is said in no language. */
const PICTURE: DraftField = {
  key: 'picture',
  name: 'picture',
  language: null,
  own: null,
  longest: null,
  places: [],
  agreed: false,
  place: null,
  broken: false,
};

function fieldsOf(suggested: AnnouncementWords): DraftField[] {
  const texts = WORDS_FIELDS.map((key): DraftField => {
    const [name, language] = partOf(key);
    const own = suggested[language][name];
    const longest = ANNOUNCEMENT_WORDS[name];
    return {
      key,
      name,
      language,
      own,
      longest,
      places: [],
      agreed: false,
      place: null,
      broken: name === 'body',
      formatted: name === 'body',
      link: name === 'link',
      describes: name === 'alt',
    };
  });
  return [...texts, PICTURE];
}

/** As it is, also before it is saved. */
export function usePicture(site: Site): LetterPicture | null {
  const typed = usePendingEdit('picture');
  return (typed === undefined ? site.valueOf('picture') : typed.value) as LetterPicture | null;
}

/** They are never published: nothing is live. */
function siteIn(
  fields: readonly DraftField[],
  { words, rows, checks, others }: WordsNow,
  isLocked: boolean,
): Site {
  const texts = WORDS_FIELDS.map((field) => {
    const [part, language] = partOf(field);
    return [field, words[language][part]];
  });
  const shown = { ...Object.fromEntries(texts), picture: words.picture ?? null } as SiteDraft['shown'];
  const live = { number: 0, at: null, by: null };
  return {
    ...siteOf(fields, { live, shown, draft: rows, problems: [], others }),
    checks: fields.filter(({ key }) => checks.some((one) => one === key)),
    isLocked,
  };
}
