import type { Page, Request } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { OutcomeState, Placeholder, TokenState } from '#contract/pages.ts';
import { withSections } from '#contract/words.ts';
import { builtFile, manifestOf } from './documents.ts';

export const TOKEN = 'q8Zr-3_Xw.c2lnbmF0dXJl';

/** The values that the server fills in, at their longest. */
export const FILLED: Record<Placeholder, string> = {
  TOKEN,
  SHOWN: 'mb2k9x1c.0.c2lnbmF0dXJl',
  ONCE: 'Press once more.',
  ADDRESS: `${'ana.maria.da.conceicao'.repeat(2)}@${'um-nome-muito-comprido-de-empresa'}.example`,
  ASKED: 'Pediu: «SEO: Ser encontrado» e «Ads: Ser visto».',
  STATE: 'Confirmed',
  LANGUAGE: 'Portuguese',
  SINCE: '21 November 2026',
  CONSENT: 'Leave your email for early access.\nLaunch news only. Opt out any time.',
  BOOKS: '2',
  MESSAGES: '1000',
  NEWS: '',
  WAITING: '',
  LAUNCH: '',
  TOLD: '',
  GETS: '',
  CONFIRMED: 'yes',
  SOURCE: `/services?utm_source=${'instagram'.repeat(12)}`,
};

/** The same for somebody who gets everything. */
export const READER: typeof FILLED = {
  ...FILLED,
  NEWS: '21 November 2026',
  WAITING: '“SEO: Be found” and “Ads: Be seen”',
  LAUNCH: 'yes',
  TOLD: '21 November 2026',
  GETS: 'yes',
};

/** A built document with its policy, filled in. */
async function filledDocument(state: TokenState | OutcomeState, language: Language, values: typeof FILLED) {
  // It has a newsletter.
  const { documents } = await manifestOf('books');
  const document = documents.find((one) => one.state === state && one.language === language);
  if (!document) throw new Error(`no document for ${state} in ${language}`);
  const html = await builtFile('books', document.file);
  return {
    body: withSections(html, values).replace(
      /%([A-Z]+)%/g,
      (whole, name: string) => values[name as Placeholder] ?? whole,
    ),
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': document.policy },
  };
}

/**
 * Answers `/soon` with one document, whatever the URL, and a pressed button with its outcome. Tests the pages
 * without the server that fills them. The returned list grows with each press.
 */
export async function servePage(
  page: Page,
  state: TokenState | OutcomeState,
  language: Language,
  outcome: OutcomeState = 'confirmed',
  values = FILLED,
): Promise<Request[]> {
  const presses: Request[] = [];
  await page.route(/\/soon(\?|$)/, async (route) => {
    const pressed = route.request().method() === 'POST';
    if (pressed) presses.push(route.request());
    await route.fulfill(await filledDocument(pressed ? outcome : state, language, values));
  });
  return presses;
}
