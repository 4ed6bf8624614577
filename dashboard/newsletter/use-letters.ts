import { useLocation } from 'wouter';
import type { LetterMade, LettersNow, Purpose } from '#contract/owner/launch.ts';
import { queries, USUAL_MS, useAct, useOwner } from '../api.ts';
import { homeOf, pathOf } from '../launch/announcement.ts';
import { RequestError } from '../problem.ts';
import { dismiss, toast, toasts, useFailureToast } from '../parts/toasts.ts';
import { newKey, request } from '../request.ts';
import { createStore } from '../store.ts';
import { useWords } from '../words.ts';

const PATH = '/letters';

export function useLetters() {
  return useOwner<LettersNow>(PATH, { every: USUAL_MS });
}

export function peopleIn({ people }: LettersNow): number {
  return Object.values(people).reduce((sum, n) => sum + n, 0);
}

/** Makes a draft, empty or with the words of another one, and opens it. */
export function useNewLetter() {
  const { t } = useWords();
  const [, go] = useLocation();
  const fail = useFailureToast();
  const { send, busy } = useAct<LetterMade>(PATH);
  function make(from: Purpose | null = null) {
    send({ from })
      .then(({ purpose }) => go(homeOf(purpose, '/words')))
      .catch((problem: unknown) => {
        const isFull = problem instanceof RequestError && problem.code === 'not-now';
        if (isFull) toast(t('letters.full'), { failed: true });
        else fail(problem);
      });
  }
  return { make, busy };
}

/** As long as its toast is shown. */
const UNDO_MS = 10_000;

/** Drafts that are not shown any more: each is deleted once nobody can take it back. */
export const leaving = createStore<readonly Purpose[]>([]);

export function useDeleteDraft(): (purpose: Purpose) => void {
  const { t } = useWords();
  const fail = useFailureToast();
  return (purpose) => {
    const back = () => leaving.set(leaving.get().filter((one) => one !== purpose));
    leaving.set([...leaving.get(), purpose]);
    const timer = setTimeout(() => {
      dismiss(id);
      request(pathOf(purpose, '/delete'), { body: {}, key: newKey() })
        .then(() => queries.invalidateQueries({ queryKey: [PATH] }))
        .catch((problem: unknown) => {
          back();
          fail(problem);
        });
    }, UNDO_MS);
    const press = () => {
      clearTimeout(timer);
      back();
      return Promise.resolve();
    };
    toast(t('letters.deleted'), { act: { word: t('letters.undo'), press } });
    const { id = 0 } = toasts.get() ?? {};
  };
}
