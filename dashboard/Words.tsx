import { useEffect, useState, type ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import { language } from './language.ts';
import { useStore } from './store.ts';
import { DICTIONARIES } from './text/dictionaries.ts';
import { WordsContext, wordsOf, type UseWords } from './words.ts';

const wholes: Partial<Record<Language, Promise<UseWords>>> = {};

/** All words of a language; once a load has failed, the next call tries again. */
function wholeOf(wanted: Language): Promise<UseWords> {
  const { first, rest } = DICTIONARIES[wanted];
  const whole = (wholes[wanted] ??= Promise.all([first(), rest()]).then(([one, other]) =>
    wordsOf(wanted, { ...one, ...other }),
  ));
  whole.catch(() => delete wholes[wanted]);
  return whole;
}

/** What is not the first page, once it can speak. */
export async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), wholeOf(language.get())]);
  return part;
}

/**
 * Shows nothing before there are words: those of the first view, then all. A change of language keeps the old ones until
 * the new ones are there.
 */
export function Words({ children }: { children: ReactNode }) {
  const wanted = useStore(language);
  const [words, setWords] = useState<UseWords | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isMeant = true;
    const show = (next: UseWords) => {
      if (!isMeant) return;
      setWords(next);
      document.documentElement.lang = wanted;
    };
    async function load() {
      try {
        show(wordsOf(wanted, await DICTIONARIES[wanted].first()));
        show(await wholeOf(wanted));
      } catch (failed) {
        if (isMeant) setError(failed);
      }
    }
    void load();
    return () => {
      isMeant = false;
    };
  }, [wanted]);
  // Without words nothing can be said.
  if (words === null && error !== null) throw error;
  return words && <WordsContext value={words}>{children}</WordsContext>;
}
