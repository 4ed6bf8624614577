import { useState, useSyncExternalStore } from 'react';
import type { AnnouncementWords } from '#contract/announcement.ts';
import type { Language } from '#contract/language.ts';
import type { Purpose, WordsNow } from '#contract/owner/launch.ts';
import { queries } from '../api.ts';
import { Problem } from '../problem.ts';
import { request } from '../request.ts';
import { mergeValues } from '../site/editor/merge.ts';
import type { Stored, TypedFields } from '../site/editor/typed.ts';
import { autosaveOf } from '../site/editor/use-typed.ts';
import { pathOf } from './announcement.ts';

export type SavedWords = ReturnType<typeof useSavedWords>;
type Part = keyof AnnouncementWords[Language];
type Row = Stored & { value: AnnouncementWords; revision: string; now: WordsNow };

/** All texts are one field: the server stores them as one. */
const FIELD = 'words';

/** Saves the texts as they are typed, also after their page is left. */
function typedWords(purpose: Purpose): TypedFields<Row> {
  const path = pathOf(purpose, '/words');
  return autosaveOf<Row>(`/launch/${purpose}`, {
    async send({ value, revision }, asked) {
      try {
        const body = { words: value, since: revision };
        return { is: 'saved', row: rowOf(await request<WordsNow>(path, { body, ...asked })) };
      } catch (error) {
        if (!(error instanceof Problem) || error.of('words') !== 'changed') throw error;
        return { is: 'conflict', current: rowOf(await request<WordsNow>(path)) };
      }
    },
    async show({ now }) {
      await put(path, now);
      void queries.invalidateQueries({ queryKey: [pathOf(purpose)] });
    },
    ownOf: () => undefined,
    merge: mergeValues,
  }).typed;
}

/** Shows words of the server. A read that began before would put the former ones back. */
async function put(path: string, now: WordsNow): Promise<void> {
  await queries.cancelQueries({ queryKey: [path] });
  queries.setQueryData([path], now);
  // The query tells React in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
}

function rowOf(now: WordsNow): Row {
  return { value: now.words, revision: now.version, by: now.by, now };
}

/** Saves what is typed. @returns whether the server has all of it. */
export async function saveWords(purpose: Purpose): Promise<boolean> {
  const typed = typedWords(purpose);
  return (await typed.settle()) && typed.held(FIELD) === undefined;
}

/** `server`: as it has them. If another owner has edited the same text, both are kept until one is chosen. */
export function useSavedWords(purpose: Purpose, server: WordsNow) {
  const path = pathOf(purpose, '/words');
  const typed = typedWords(purpose);
  const mine = useSyncExternalStore(typed.subscribe, () => typed.get(FIELD));
  const status = useSyncExternalStore(typed.subscribe, typed.status);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const words = (mine?.value ?? server.words) as AnnouncementWords;
  const base = { revision: server.version, value: server.words };
  const write = (language: Language, texts: Partial<AnnouncementWords[Language]>) =>
    typed.write(FIELD, { ...words, [language]: { ...words[language], ...texts } }, base);
  /** Says that the words are ready. @returns whether the server has heard of it. */
  async function done(): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      if (!(await saveWords(purpose))) return false;
      const { words: kept, version } = queries.getQueryData<WordsNow>([path]) ?? server;
      await put(path, await request(path, { body: { words: kept, since: version, isDone: true } }));
      await queries.invalidateQueries();
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return {
    ...status,
    words,
    suggested: server.suggested,
    behind: server.behind,
    isHeld: typed.held(FIELD) !== undefined,
    theirs: mine?.theirs?.now ?? null,
    problem: mine?.refused === undefined ? problem : new Problem(mine.refused),
    busy,
    done,
    write: (language: Language, part: Part, text: string) => write(language, { [part]: text }),
    suggest: (language: Language) => write(language, server.suggested[language]),
    save: () => typed.save(FIELD),
    saysTheSame: async (language: Language) =>
      put(path, await request<WordsNow>(`${path}/same`, { body: { language } })),
    choose: (which: 'mine' | 'theirs') => typed.choose(FIELD, which),
  };
}
