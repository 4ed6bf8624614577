import { createStore } from '../store.ts';

export type ToastShown = {
  id: number;
  text: string;
  failed: boolean;
  /** Takes the step back. */
  undo: (() => void) | null;
};

export const toasts = createStore<ToastShown | null>(null);

let last = 0;

/** Says what was done, at the foot of the page, for six seconds; ten where it can be undone. */
export function toast(text: string, { undo = null, failed = false }: Partial<ToastShown> = {}): void {
  last += 1;
  toasts.set({ id: last, text, undo, failed });
}

export function dismiss(id: number): void {
  if (toasts.get()?.id === id) toasts.set(null);
}
