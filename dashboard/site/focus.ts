import { useSyncExternalStore, type KeyboardEvent } from 'react';
import { createStore } from '../store.ts';

/** The key of the field that has the focus, e.g. `text.home.title.en`; null: none. */
export const focused = createStore<string | null>(null);

/** A word of a title that does not fit on a phone; or how many lines the title takes there, and visitors see now. */
export type TitleLines = { key: string } & ({ word: string } | { n: number; usual: number });
/** Of the focused title. */
export const measured = createStore<TitleLines | null>(null);

export function useLines(key: string): TitleLines | null {
  return useSyncExternalStore(measured.subscribe, () => {
    const lines = measured.get();
    return lines?.key === key ? lines : null;
  });
}

/** Puts the cursor into a field. `at`: which entry of a list, e.g. `[2]`. */
export function focusField(key: string, at = '', within: ParentNode = document): boolean {
  const all = [...within.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)];
  const field = all.find((one) => one.dataset['at'] === at) ?? all[0];
  // That of a choice, a picture or a book's files is not a control itself.
  const isControl = field?.matches('input, textarea');
  const control = isControl ? field : field?.querySelector<HTMLElement>('input[type=radio], a, button');
  // A folded entry of a list.
  control?.closest('details')?.setAttribute('open', '');
  control?.focus();
  // A field that was never in use would have the cursor before its first word.
  if (control instanceof HTMLTextAreaElement && control.selectionEnd === 0)
    control.setSelectionRange(control.value.length, control.value.length);
  return field !== undefined;
}

/** Alt and an arrow go to the next field of the same language. */
export function toNext(event: KeyboardEvent<HTMLElement>): void {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  if (focusNext(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
}

function focusNext(from: HTMLElement, step: 1 | -1): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-field]')].filter(
    (one) => one.lang === from.lang,
  );
  const next = all[all.indexOf(from) + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}
