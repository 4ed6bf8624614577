import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import type { Purpose, WordsNow } from '#contract/owner/launch.ts';
import { queries } from '../api.ts';
import { useDraft } from '../parts/use-draft.ts';
import { Problem } from '../problem.ts';
import { request } from '../request.ts';
import { pathOf } from './announcement.ts';

/** Debounce, in milliseconds. */
const REST_MS = 2000;

export type SavedWords = ReturnType<typeof useSavedWords>;
type Part = keyof AnnouncementWords[Language];
/** `since`: the saved version that the draft is based on. */
type Draft = { words: AnnouncementWords; since: string };

/** Saves the texts automatically. If another owner has edited them, keeps both until one is chosen. */
export function useSavedWords(purpose: Purpose, first: WordsNow) {
  const path = pathOf(purpose, '/words');
  const [server, setServer] = useState(first);
  const [draft, setDraft, forget] = useDraft<Draft>('words', { words: first.words, since: first.version });
  const isDirty = !isSame(draft.words, server.words);
  const onKept = (kept: WordsNow, words: AnnouncementWords) => {
    setServer(kept);
    // What was typed during the save is newer.
    setDraft({ words, since: kept.version });
    if (isSame(words, kept.words)) forget();
  };
  const { save, theirs, settle, ...saving } = useSaving(path, draft, isDirty, onKept);
  const write = (language: Language, texts: Partial<AnnouncementWords[Language]>) =>
    setDraft({ ...draft, words: { ...draft.words, [language]: { ...draft.words[language], ...texts } } });
  return {
    ...saving,
    words: draft.words,
    suggested: server.suggested,
    behind: server.behind,
    isDirty,
    theirs,
    write: (language: Language, part: Part, text: string) => write(language, { [part]: text }),
    suggest: (language: Language) => write(language, server.suggested[language]),
    done: () => save(draft, true),
    saysTheSame: async (language: Language) => {
      setServer(await request<WordsNow>(`${path}/same`, { body: { language } }));
    },
    keepMine: () => {
      if (theirs === null) return;
      const mine = { words: draft.words, since: theirs.version };
      setDraft(mine);
      settle();
      void save(mine);
    },
    takeTheirs: () => {
      if (theirs === null) return;
      onKept(theirs, theirs.words);
      settle();
    },
  };
}

/** Saves the draft two seconds after the last key. `theirs`: the version another owner has saved since. */
function useSaving(
  path: string,
  draft: Draft,
  isDirty: boolean,
  onKept: (kept: WordsNow, words: AnnouncementWords) => void,
) {
  const [theirs, setTheirs] = useState<WordsNow | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef({ draft, onKept });
  useEffect(() => {
    latest.current = { draft, onKept };
  });
  const save = useCallback(
    async (sent: Draft, isDone = false): Promise<boolean> => {
      setBusy(true);
      setProblem(null);
      try {
        const kept = await request<WordsNow>(path, { body: { ...sent, isDone } });
        const { draft: typed, onKept: keep } = latest.current;
        keep(kept, typed.words);
        setSavedAt(Date.now());
        await queries.invalidateQueries();
        return true;
      } catch (error) {
        if (error instanceof Problem && error.of('words')) setTheirs(await request<WordsNow>(path));
        else setProblem(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [path],
  );
  useEffect(() => {
    if (!isDirty || theirs !== null || busy) return;
    const timer = setTimeout(() => void save(draft), REST_MS);
    return () => clearTimeout(timer);
  }, [isDirty, draft, theirs, busy, save]);
  return { save, theirs, settle: () => setTheirs(null), savedAt, problem, busy };
}

function isSame(one: AnnouncementWords, other: AnnouncementWords): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Sorted, as the order of keys does not matter. */
function sorted(words: AnnouncementWords): unknown {
  return Object.entries(words)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([language, parts]) => [language, Object.entries(parts).toSorted(([a], [b]) => a.localeCompare(b))]);
}
