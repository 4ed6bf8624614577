import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import { language } from './language.ts';
import { useStore } from './store.ts';
import { FIRST_WORDS, REST_WORDS } from './text/dictionaries.ts';
import { WordsContext, wordsOf, type UseWords } from './words.ts';

const wholes: Partial<Record<Language, Promise<UseWords>>> = {};

/** All words of a language. After a failed load the next call tries again. */
function wholeOf(wanted: Language): Promise<UseWords> {
  const whole = (wholes[wanted] ??= Promise.all([FIRST_WORDS[wanted](), REST_WORDS[wanted]()]).then(
    ([first, rest]) => wordsOf(wanted, { ...first, ...rest }),
  ));
  whole.catch(() => delete wholes[wanted]);
  return whole;
}

/** Loads a page other than the first, together with its words. */
export async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [part] = await Promise.all([load(), wholeOf(language.get())]);
  return part;
}

/**
 * Renders nothing until the words of the first view are loaded; the rest follow. Words that are shown are replaced
 * by a whole dictionary alone: a browser that translates has its own elements in their place.
 */
export function DictionaryProvider({ children }: { children: ReactNode }) {
  const wanted = useStore(language);
  const [words, setWords] = useState<UseWords | null>(null);
  const [error, setError] = useState<unknown>(null);
  const isShown = useRef(false);
  useEffect(() => {
    let isMeant = true;
    const show = (next: UseWords) => {
      if (!isMeant) return;
      isShown.current = true;
      setWords(next);
      document.documentElement.lang = wanted;
    };
    async function load() {
      try {
        if (!isShown.current) show(wordsOf(wanted, await FIRST_WORDS[wanted]()));
        show(await wholeOf(wanted));
        // Not in the first view: a browser translates later.
        const { followTranslation } = await import('./translated.ts');
        followTranslation();
      } catch (failed) {
        if (isMeant) setError(failed);
      }
    }
    void load();
    return () => {
      isMeant = false;
    };
  }, [wanted]);
  // Without words not even an error can be shown.
  if (words === null && error !== null) throw error;
  return words && <WordsContext value={words}>{children}</WordsContext>;
}
