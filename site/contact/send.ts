import { isContactProblem, type ContactProblem } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import type { Problem } from '#contract/problem.ts';
import { deadline } from '../subscribe/deadline.ts';
import { spendToken } from '../subscribe/form-token.ts';
import type { Filled } from './draft.ts';
import { keyOf } from './key.ts';

export const CONTACT_ENDPOINT = '/api/contact';
const TIME_OUT_MS = 15_000;

/** `refused`: the server said no. `unreachable`: no network, or no answer in time; the message may have arrived. */
export type Outcome = 'sent' | 'refused' | 'unreachable' | { problems: ContactProblem[] };

type Beside = { topic: string; language: Language; consent: string };

/**
 * Sends one message; `topic` is what stands in the field that only programs fill in, `consent` the version of the text
 * beside the form. In one tab the same words go out
 * under the same key each time, so that the server keeps them once; other words are another message.
 * Without a token it is sent as a browser without script sends it, because a script without one looks like a program's.
 * Never throws.
 */
export async function sendMessage(filled: Filled, beside: Beside): Promise<Outcome> {
  const key = keyOf(JSON.stringify(filled));
  const token = await spendToken();
  try {
    return await post({ ...filled, ...beside }, key, token);
  } catch {
    return 'unreachable';
  }
}

async function post(
  fields: Record<string, string>,
  key: string,
  token: string | undefined,
): Promise<Outcome> {
  const plain = token === undefined;
  const response = await fetch(CONTACT_ENDPOINT, {
    method: 'POST',
    headers: plain ? {} : { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: plain ? new URLSearchParams({ ...fields, key }) : JSON.stringify({ ...fields, key, token }),
    // A misrouted POST that ends on a page with status 200 must not look like success.
    redirect: plain ? 'follow' : 'error',
    signal: deadline(TIME_OUT_MS),
  });
  if (response.status === 422) {
    const { problems = [] } = (await response.json()) as Problem;
    const known = problems.filter(isContactProblem);
    return known.length > 0 ? { problems: known } : 'refused';
  }
  // Unread it would hold its connection until the time-out.
  response.body?.cancel().catch(() => {});
  // The page names no field. All of them were right here, and the number is what the server looks up besides.
  if (plain && response.url.includes('state=invalid'))
    return { problems: [{ field: 'phone', code: 'invalid-phone' }] };
  const sent = plain ? response.url.includes('state=sent') : response.ok;
  return sent ? 'sent' : 'refused';
}
