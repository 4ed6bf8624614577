import { useEffect, useState, type ReactNode } from 'react';
import { language } from './language.ts';
import { useStore } from './store.ts';
import { DECKS } from './text/decks.ts';
import { WordsContext, wordsOf, type UseWords } from './words.ts';

/** Shows nothing before there are words. A change of language keeps the old ones until the new ones are there. */
export function Words({ children }: { children: ReactNode }) {
  const wanted = useStore(language);
  const [words, setWords] = useState<UseWords | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let isMeant = true;
    DECKS[wanted]().then(
      (deck) => {
        if (!isMeant) return;
        setWords(wordsOf(wanted, deck));
        document.documentElement.lang = wanted;
      },
      (failed: Error) => isMeant && setError(failed),
    );
    return () => {
      isMeant = false;
    };
  }, [wanted]);
  // Without words nothing can be said: the boundary around this says it in no language of ours.
  if (words === null && error !== null) throw error;
  return words && <WordsContext value={words}>{children}</WordsContext>;
}
