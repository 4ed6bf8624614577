import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { InnerPage } from '#contract/pages.ts';
import { hydrated } from './chunks.ts';
import { dataLayer } from './google.ts';
import type { Theme } from './soon.ts';

type Known = { path: string; link: Record<Language, string>; heading: Record<Language, string> };

/** The site behind the Coming Soon page, written down again: it is held to it. */
export const PAGES: Record<InnerPage, Known> = {
  home: {
    path: '/',
    link: { en: 'Home', pt: 'Início' },
    heading: { en: 'Good brands are a matter of time.', pt: 'Boas marcas são uma questão de tempo.' },
  },
  services: {
    path: '/services',
    link: { en: 'Services', pt: 'Serviços' },
    heading: { en: 'Four ways to move.', pt: 'Quatro formas de avançar.' },
  },
  products: {
    path: '/products',
    link: { en: 'Products', pt: 'Produtos' },
    heading: { en: 'Brief books.', pt: 'Livros breves.' },
  },
  about: {
    path: '/about',
    link: { en: 'About', pt: 'Sobre' },
    heading: { en: 'Small on purpose.', pt: 'Pequenos de propósito.' },
  },
  contact: {
    path: '/contact',
    link: { en: 'Contact', pt: 'Contato' },
    heading: { en: 'Say it briefly.', pt: 'Diga em poucas palavras.' },
  },
};
export const PAGE_NAMES = Object.keys(PAGES) as InnerPage[];
/** With one that leads nowhere. */
export const ALL_PATHS = [...Object.values(PAGES).map(({ path }) => path), '/no-such-page'];

/** Widths of the design, with a height that goes with them. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Opens a page in a language and waits until React answers presses. */
export async function openPage(page: Page, path: string, language: Language = 'en'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await hydrated(page);
}

/** As a visitor who has chosen the theme on another visit. To be called before the page is opened. */
export async function preferTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((dark) => localStorage.setItem('darkMode', dark), String(theme === 'dark'));
}

export function heading(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

/** The paths of all page views that were reported. */
export async function reportedPaths(page: Page): Promise<unknown[]> {
  const views = (await dataLayer(page)) as { event?: string; page_path?: string }[];
  return views.filter(({ event }) => event === 'page_view').map((view) => view.page_path);
}

/** By wheel to the end, as lazy pictures need it. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight) {
      scrollTo(0, at);
      await frame();
      await frame();
    }
  });
  await page.waitForLoadState('networkidle');
}
