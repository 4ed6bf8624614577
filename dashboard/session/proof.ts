import { createStore } from '../store.ts';

/** The "Is it still you?" dialog while a request waits for it. */
export const proof = createStore<{ done: (isProven: boolean) => void } | null>(null);

let running: Promise<boolean> | null = null;

/** Asks for the passkey again, once for all waiting requests. @returns whether it was given. */
export function prove(): Promise<boolean> {
  running ??= new Promise<boolean>((resolve) => {
    proof.set({
      done(isProven) {
        proof.set(null);
        running = null;
        resolve(isProven);
      },
    });
  });
  return running;
}
