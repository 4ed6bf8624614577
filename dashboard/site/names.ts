import { useMemo } from 'react';
import { useWords, type UseWords } from '../words.ts';
import type { Field } from './draft.ts';
import { labelOf, placeLabel, sectionLabel } from './labels.ts';

export type Names = {
  /** Of the page, the email or the part: `Home`. */
  place: (field: Field) => string;
  /** Within its place: `Title`; with its section where the place has several of this name: `Consulting, Points`. */
  within: (field: Field) => string;
  /** `Home, Title` */
  whole: (field: Field) => string;
};

/** What owners read for a field. */
export function useNames(fields: readonly Field[]): Names {
  const { t } = useWords();
  return useMemo(() => namesOf(t, fields), [t, fields]);
}

function namesOf(t: UseWords['t'], fields: readonly Field[]): Names {
  const place = (field: Field) => (field.place ? placeLabel(t, field.place.name) : t('nav.settings'));
  const label = (field: Field) => labelOf(t, field.name);
  const nameOf = (field: Field) => `${field.place?.room}/${field.place?.name}/${label(field)}`;
  const named = new Map<string, Set<string>>();
  for (const field of fields)
    named.set(nameOf(field), (named.get(nameOf(field)) ?? new Set()).add(field.name));
  const within = (field: Field) => {
    const isAlone = field.place === null || named.get(nameOf(field))?.size === 1;
    return isAlone || !field.place ? label(field) : `${sectionLabel(t, field.place)}, ${label(field)}`;
  };
  return { place, within, whole: (field) => `${place(field)}, ${within(field)}` };
}
