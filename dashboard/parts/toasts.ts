import { createStore } from '../store.ts';

export type ToastShown = { id: number; text: string; failed: boolean };

export const toasts = createStore<ToastShown | null>(null);

let last = 0;

/** Says what was done, at the foot of the page, for six seconds. */
export function toast(text: string, { failed = false } = {}): void {
  last += 1;
  toasts.set({ id: last, text, failed });
}

export function dismiss(id: number): void {
  if (toasts.get()?.id === id) toasts.set(null);
}
