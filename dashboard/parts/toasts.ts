import { problemSentence } from '../problem.ts';
import { createStore } from '../store.ts';
import { useWords } from '../words.ts';

/** One thing to press. The toast stays until it is done. */
type ToastAct = { word: string; press: () => Promise<unknown> };
export type ToastShown = { id: number; text: string; failed: boolean; act?: ToastAct };

export const toasts = createStore<ToastShown | null>(null);

let last = 0;

/** Shows a message at the foot of the page for six seconds, for ten if there is something to press. */
export function toast(
  text: string,
  { failed = false, act }: { failed?: boolean; act?: ToastAct } = {},
): void {
  last += 1;
  toasts.set({ id: last, text, failed, ...(act && { act }) });
}

export function dismiss(id: number): void {
  if (toasts.get()?.id === id) toasts.set(null);
}

/** Shows why an action failed, if nothing beside its button does. */
export function useFailureToast(): (problem: unknown) => void {
  const words = useWords();
  return (problem) => toast(problemSentence(words, problem), { failed: true });
}

/** Copies a text, and says so. Without a clipboard (plain http) the text can be selected by hand. */
export function useCopy(): (text: string) => void {
  const { t } = useWords();
  return (text) =>
    void navigator.clipboard?.writeText(text).then(
      () => toast(t('common.copied')),
      () => {},
    );
}
