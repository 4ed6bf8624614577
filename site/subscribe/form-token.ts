import { deadline } from './deadline.ts';

/** The server takes a token younger than two seconds for a program's. */
const YOUNGEST_MS = 2_100;
/** Well before the server takes it for too old. */
const OLDEST_MS = 72_000_000;
/** What is posted more often with one token looks like a program; a person may have to try again. */
const MOST_SENDS = 3;
const TIME_OUT_MS = 5_000;

let held: Promise<string | undefined> | null = null;
let askedAt = 0;
let sends = 0;

/**
 * The signed mark that a form was filled in by somebody who took the time. Asked for at the first sign of that, and
 * kept for the visit. Resolves once the server will take it. Empty when the server asks for none; undefined when it did
 * not come.
 */
export function formToken(): Promise<string | undefined> {
  if (!held || Date.now() - askedAt > OLDEST_MS) {
    askedAt = Date.now();
    held = ask();
  }
  return held;
}

/** The token for one send, counted as such. */
export function spendToken(): Promise<string | undefined> {
  if (++sends > MOST_SENDS) {
    held = null;
    sends = 1;
  }
  return formToken();
}

async function ask(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/form-token', { signal: deadline(TIME_OUT_MS) });
    const { token } = (await response.json()) as { token?: string };
    if (token) await new Promise((ripe) => setTimeout(ripe, YOUNGEST_MS));
    if (token !== undefined) return token;
  } catch {
    // No network, too late, or no answer of ours.
  }
  // The next one who asks tries again.
  held = null;
  return undefined;
}
