import { isContactProblem, type ContactField, type ContactProblem } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import type { Problem } from '#contract/problem.ts';
import { deadline } from '../subscribe/deadline.ts';
import { spendToken } from '../subscribe/form-token.ts';
import { keyOf } from './key.ts';

export const CONTACT_ENDPOINT = '/api/contact';
const TIME_OUT_MS = 15_000;

/** The text of each field, as typed. */
export type Filled = Record<ContactField, string>;

/** `refused`: the server said no. `unreachable`: no network or a timeout; the message may have arrived. */
export type SendOutcome = 'sent' | 'refused' | 'unreachable' | { problems: ContactProblem[] };

type Beside = { topic: string; language: Language; consent: string };

/**
 * Sends one message; `topic` is the honeypot's value, `consent` the version of the text beside the form.
 * Equal words from one tab get the same key, so that the server stores them once; other words are another
 * message. Without a token it is sent like a plain form post, because a scripted post without a token looks
 * like a bot's. Never throws.
 */
export async function sendMessage(filled: Filled, beside: Beside): Promise<SendOutcome> {
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
): Promise<SendOutcome> {
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
  // An unread body would hold its connection until the timeout.
  response.body?.cancel().catch(() => {});
  // The page names no field. All were valid here, and only the server can check that the number exists.
  if (plain && response.url.includes('state=invalid'))
    return { problems: [{ field: 'phone', code: 'invalid-phone' }] };
  const sent = plain ? response.url.includes('state=sent') : response.ok;
  return sent ? 'sent' : 'refused';
}
