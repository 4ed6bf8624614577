import type { Outcome } from './send.ts';

/** The message being sent, or sent while its page was left. Outlasts the form, and goes with the document. */
let held: Promise<Outcome> | null = null;

export function hold(sending: Promise<Outcome>): void {
  held = sending;
}

export function underWay(): Promise<Outcome> | null {
  return held;
}

/** Its visitor has been told. */
export function letGo(): void {
  held = null;
}
