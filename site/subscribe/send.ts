import type { Language } from '#contract/language.ts';
import { OWN_ENDPOINT, SUBSCRIBE_ENDPOINT } from '../settings.ts';
import { firstVisit } from '../routing/first-visit.ts';
import { spendToken } from './form-token.ts';

const TIME_OUT_MS = 15_000;

/**
 * Sends one address; `topic` is what stands in the field that only programs fill in. True only by the response's ok flag; the body is not read (specification, section 7).
 * A redirect is an error: a misrouted POST that ends on a page with status 200 must not look like success.
 * Never throws: no network, a time-out and a refusal are all `false`.
 */
export async function sendAddress(
  email: string,
  topic: FormDataEntryValue | null,
  language: Language,
  consent: string,
): Promise<boolean> {
  const details = OWN_ENDPOINT
    ? { language, consent, topic, token: await spendToken(), ...firstVisit() }
    : {};
  try {
    const response = await fetch(SUBSCRIBE_ENDPOINT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ email, ...details }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    // Unread it would hold its connection until the time-out.
    response.body?.cancel().catch(() => {});
    return response.ok;
  } catch {
    return false;
  }
}
