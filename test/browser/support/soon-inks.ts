import type { Page } from '@playwright/test';
import type { TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { inkOf, type Contrast, type Ink } from './contrast.ts';
import { WORDS } from './soon.ts';

/** Large text and drawings need 3; everything else needs 4.5 (WCAG 2.2, 1.4.3 and 1.4.11). */
const LARGE = ['title', 'Instagram', 'LinkedIn', 'pause'];

/** Its contrast is too low, or it overlaps the bob or its wire. */
export function isPoor({ name, worst, covers }: Contrast): boolean {
  return worst < (LARGE.includes(name) ? 3 : 4.5) || covers.length > 0;
}

/** All that is written or drawn on the Coming Soon page before anything was typed. */
export async function everyInk(page: Page, language: Language): Promise<Ink[]> {
  const words = WORDS[language];
  return Promise.all([
    inkOf('title', page.getByRole('heading', { level: 1 })),
    inkOf('working message', page.getByText(words.working)),
    inkOf('subtle message', page.getByText(words.subtle)),
    inkOf('follow', page.getByText(words.follow)),
    inkOf('Instagram', page.getByRole('link', { name: 'Instagram' })),
    inkOf('LinkedIn', page.getByRole('link', { name: 'LinkedIn' })),
    inkOf('pause', page.getByRole('button', { name: words.pause })),
    inkOf('toggle', page.getByRole('button', { name: words.toggle })),
    inkOf('logo', page.getByText('embreve', { exact: true }).first()),
    inkOf('prompt', page.getByText(words.prompt)),
    inkOf('placeholder', page.getByLabel(words.prompt), '::placeholder'),
    inkOf('button', page.getByRole('button', { name: words.button })),
    inkOf('note', page.locator('#note')),
  ]);
}
