import { firstVisit } from '../routing/first-visit.ts';
import { deadline } from './deadline.ts';
import { spendToken } from './form-token.ts';

const TIME_OUT_MS = 15_000;

/**
 * Sends the form of one address, with what stands beside it in the form: the same as without script.
 * True only by the response's ok flag; the body is not read.
 * A redirect is an error: a misrouted POST that ends on a page with status 200 must not look like success.
 * Without a token it is sent as a browser without script sends it, because a script without one looks like a program's;
 * that is answered with a redirect, to the page of thanks or another.
 * Never throws: no network, a time-out and a refusal are all `false`.
 */
export async function sendForm(form: HTMLFormElement): Promise<boolean> {
  const { email = '', ...beside } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  // A foreign form service is given the address alone.
  const isOwn = 'consent' in beside;
  const fields = { email: email.trim(), ...beside, ...(isOwn && firstVisit()) };
  const token = isOwn ? await spendToken() : undefined;
  const plain = isOwn && token === undefined;
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: plain ? {} : { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: plain ? new URLSearchParams(fields) : JSON.stringify({ ...fields, token }),
      redirect: plain ? 'follow' : 'error',
      signal: deadline(TIME_OUT_MS),
    });
    // Unread it would hold its connection until the time-out.
    response.body?.cancel().catch(() => {});
    return plain ? response.url.includes('=subscribed') : response.ok;
  } catch {
    return false;
  }
}
