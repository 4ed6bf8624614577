import { useMemo } from 'react';
import { useWords, type UseWords } from '../words.ts';
import type { DraftField } from './draft.ts';
import { labelOf, placeLabel, sectionLabel } from './labels.ts';

export type Names = {
  /** Of the page, the email or the part: `Home`. */
  place: (field: DraftField) => string;
  /** Within its place: `Title`; with its section where the place has several of this name: `Consulting, Points`. */
  within: (field: DraftField) => string;
  /** `Home, Title` */
  whole: (field: DraftField) => string;
};

/** What owners read for a field. */
export function useNames(fields: readonly DraftField[]): Names {
  const words = useWords();
  return useMemo(() => namesOf(words, fields), [words, fields]);
}

function namesOf(words: UseWords, fields: readonly DraftField[]): Names {
  const { t } = words;
  const place = (field: DraftField) => (field.place ? placeLabel(t, field.place.name) : t('nav.settings'));
  const label = (field: DraftField) => labelOf(words, field);
  const nameOf = (field: DraftField) => `${field.place?.room}/${field.place?.name}/${label(field)}`;
  const named = new Map<string, Set<string>>();
  for (const field of fields)
    named.set(nameOf(field), (named.get(nameOf(field)) ?? new Set()).add(field.name));
  const within = (field: DraftField) => {
    const isAlone = field.place === null || named.get(nameOf(field))?.size === 1;
    return isAlone || !field.place ? label(field) : `${sectionLabel(t, field.place)}, ${label(field)}`;
  };
  return { place, within, whole: (field) => `${place(field)}, ${within(field)}` };
}
