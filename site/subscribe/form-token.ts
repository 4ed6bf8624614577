import { deadline } from './deadline.ts';

/** The server takes a token younger than two seconds for a bot's. */
const YOUNGEST_MS = 2_100;
/** Well before the token expires on the server. */
const OLDEST_MS = 72_000_000;
/** More posts with one token look like a bot; a person may have to retry. */
const MOST_SENDS = 3;
const TIME_OUT_MS = 5_000;

let held: Promise<string | undefined> | null = null;
let askedAt = 0;
let sends = 0;

/**
 * The signed token that shows how long a form was open. Requested at the first sign of typing, and kept for
 * the visit. Resolves once the server will accept it. Empty if the server needs none; undefined if it failed
 * to load.
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
    // No network, a timeout, or not our server's answer.
  }
  // The next call tries again.
  held = null;
  return undefined;
}
