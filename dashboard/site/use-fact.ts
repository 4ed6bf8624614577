import { useEffect, useRef } from 'react';
import type { Json } from '#contract/content/content.ts';
import type { FactKey, Facts } from '#contract/content/facts.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import type { Site } from './draft.ts';
import { siteAutosave, usePendingEditSync } from './autosave/use-autosave.ts';

export type Fact<T> = {
  /** As typed, or else as in the draft. */
  value: T;
  /** Saved a second after the last change. */
  set: (value: T) => void;
  /** Saves at once: on leaving a field, or where a press decides. */
  save: () => void;
  problems: readonly ContentProblem[];
};

/** A fact in the draft of the site. */
export function useFact<K extends FactKey>(site: Site, key: K): Fact<Facts[K]> {
  const typed = usePendingEditSync(key);
  const saved = site.valueOf(key);
  // An undo comes later, when the field has another revision.
  const latest = useRef(site);
  useEffect(() => {
    latest.current = site;
  });
  return {
    value: (typed === undefined ? saved : typed.value) as Facts[K],
    set(value) {
      const { row, valueOf } = latest.current;
      siteAutosave().write(key, value as Json, { revision: row(key)?.revision ?? 0, value: valueOf(key) });
    },
    save: () => siteAutosave().save(key),
    problems: site.problemsOf(key),
  };
}
