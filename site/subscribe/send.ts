import { firstVisit } from '../routing/first-visit.ts';
import { deadline } from './deadline.ts';
import { spendToken } from './form-token.ts';

const TIME_OUT_MS = 15_000;

/**
 * Sends an address form with its hidden fields, like a post without script. Success is decided only by the
 * response's ok flag; the body is not read. A redirect is an error: a misrouted POST that ends on a page with
 * status 200 must not look like success. Without a token it is sent like a plain form post, because a
 * scripted post without a token looks like a bot's; that is answered with a redirect, to the page of thanks
 * or another. Never throws: no network, a timeout and a rejection are all `false`.
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
    // An unread body would hold its connection until the timeout.
    response.body?.cancel().catch(() => {});
    return plain ? response.url.includes('=subscribed') : response.ok;
  } catch {
    return false;
  }
}
