import type { Page } from '@playwright/test';
import type { TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { PATHS, type InnerPage } from '#contract/pages.ts';
import { about as aboutEn } from '#site/text/en/about.ts';
import { about as aboutPt } from '#site/text/pt/about.ts';
import { contact as contactEn } from '#site/text/en/contact.ts';
import { contact as contactPt } from '#site/text/pt/contact.ts';
import { home as homeEn } from '#site/text/en/home.ts';
import { home as homePt } from '#site/text/pt/home.ts';
import { navbar as navbarEn } from '#site/text/en/navbar.ts';
import { navbar as navbarPt } from '#site/text/pt/navbar.ts';
import { products as productsEn } from '#site/text/en/products.ts';
import { products as productsPt } from '#site/text/pt/products.ts';
import { services as servicesEn } from '#site/text/en/services.ts';
import { services as servicesPt } from '#site/text/pt/services.ts';
import { hydrated } from './chunks.ts';
import { dataLayer } from './google.ts';
import type { Theme } from './soon.ts';

type Known = { path: string; link: Record<Language, string>; heading: Record<Language, string> };
type Titled = { title: string };

function known(name: InnerPage, english: Titled, portuguese: Titled): Known {
  return {
    path: PATHS[name],
    link: { en: navbarEn[name], pt: navbarPt[name] },
    heading: { en: oneLine(english.title), pt: oneLine(portuguese.title) },
  };
}

/** Replaces the spaces that keep words on one line. */
function oneLine(title: string): string {
  return title.replaceAll('\u00a0', ' ');
}

/** The site behind the Coming Soon page. */
export const PAGES: Record<InnerPage, Known> = {
  home: known('home', homeEn, homePt),
  services: known('services', servicesEn, servicesPt),
  products: known('products', productsEn, productsPt),
  about: known('about', aboutEn, aboutPt),
  contact: known('contact', contactEn, contactPt),
};
export const PAGE_NAMES = Object.keys(PAGES) as InnerPage[];
/** Includes a path that does not exist. */
export const ALL_PATHS = [...Object.values(PAGES).map(({ path }) => path), '/no-such-page'];

/** Widths of the design, each with a fitting height. */
export const SIZES = [
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Opens a page in a language and waits for hydration. */
export async function openPage(page: Page, path: string, language: Language = 'en'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await hydrated(page);
}

/** A visitor who chose the theme on an earlier visit. Call it before the page is opened. */
export async function preferTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((dark) => localStorage.setItem('darkMode', dark), String(theme === 'dark'));
}

export function heading(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

/** The paths of all reported page views. */
export async function reportedPaths(page: Page): Promise<unknown[]> {
  const views = (await dataLayer(page)) as { event?: string; page_path?: string }[];
  return views.filter(({ event }) => event === 'page_view').map((view) => view.page_path);
}

/** Scrolls to the end by wheel, which loads lazy pictures. */
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
