import assert from 'node:assert/strict';
import { type TestedLanguage as Language, TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import type { InnerPage } from '#contract/pages.ts';
import { products as productsEn } from '#site/text/en/products.ts';
import { products as productsPt } from '#site/text/pt/products.ts';
import { longestWords } from '#test/fixtures/longest-words.ts';
import { CONTACT_WORDS, storedMessages, written } from '../browser/support/contact.ts';
import { faultsInPage } from '../browser/support/layout.ts';
import { mailsTo } from '../browser/support/mails.ts';
import { ALL_PATHS, PAGE_NAMES, PAGES, SIZES } from '../browser/support/pages.ts';
import { addressOf } from '../browser/support/sites.ts';
import { WORDS } from '../browser/support/soon.ts';
import { storedRows } from '../browser/support/stored.ts';
import { looksAfterTheList } from './dashboard.ts';
import { publishesAndUndoes } from './editor.ts';
import { comesTrue, type Visitor } from './visitor.ts';

export type Journey = {
  name: string;
  scripts: boolean;
  /** `address`: used by no other journey. */
  walk(visitor: Visitor, address: string): Promise<void>;
};

const SOON = addressOf('plain');
const SITE = addressOf('live');
const { en, pt } = WORDS;

/** Waits for hydration: before it, links load documents. */
async function isHydrated({ sees }: Visitor): Promise<void> {
  const byReact = () =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'));
  await sees(true, byReact);
}

/** Whether the page's background is dark. */
const ground = () => {
  const [red = 0] =
    getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return red > 127 ? 'light' : 'dark';
};

async function subscribes(visitor: Visitor, address: string): Promise<void> {
  await visitor.isNewAt(`${SOON}/soon`);
  await visitor.reads('h1', en.title);
  await visitor.types(en.prompt, address);
  await visitor.press('main button', en.button);
  await visitor.sees(
    true,
    (words) => document.querySelector('[role=status]')?.textContent.includes(words) ?? false,
    en.success,
  );
  assert.equal((await storedRows('plain', address)).length, 1);
}

async function confirms(visitor: Visitor, address: string): Promise<void> {
  await subscribes(visitor, address);
  let link = '';
  const isMailed = async () => {
    const [mail = ''] = await mailsTo('plain', address);
    link = /https?:\/\/\S+[?&]confirm=[^\s>]+/.exec(mail)?.[0] ?? '';
    return link !== '';
  };
  assert.ok(await comesTrue(isMailed), `a mail to ${address}`);
  await visitor.browser.open(link);
  // A quicker press is taken for a program's.
  await new Promise((read) => setTimeout(read, 1_000));
  await visitor.press('main form button');
  await visitor.sees(0, () => document.querySelectorAll('main form').length);
  const [row] = await storedRows('plain', address);
  assert.equal(row?.['state'], 'confirmed');
}

async function choosesPortuguese(visitor: Visitor): Promise<void> {
  await visitor.isNewAt(`${SOON}/soon`);
  await visitor.press('header button');
  await visitor.reads('h1', pt.title);
  await visitor.browser.open(`${SOON}/soon`);
  await visitor.reads('h1', pt.title);
  await visitor.sees(['pt', 'pt'], () => [
    document.documentElement.lang,
    localStorage.getItem('language') ?? '',
  ]);
}

async function choosesLight(visitor: Visitor): Promise<void> {
  await visitor.isNewAt(`${SITE}/`);
  await visitor.sees('dark', ground);
  await visitor.press('button', 'Switch to light');
  await visitor.sees('light', ground);
  for (const address of [`${SITE}/about`, SITE]) {
    await visitor.browser.open(address);
    await visitor.sees('light', ground);
  }
  await visitor.isNewAt(`${SOON}/soon`);
  await visitor.sees('dark', ground);
  await visitor.remembers('darkMode', 'false');
  await visitor.browser.open(`${SOON}/soon`);
  await visitor.sees('light', ground);
}

async function goesThroughThePages(visitor: Visitor): Promise<void> {
  await visitor.isNewAt(`${SITE}/`);
  await isHydrated(visitor);
  await visitor.marks();
  for (const name of [...PAGE_NAMES.slice(1), 'home' as const]) {
    await visitor.press('header a', PAGES[name].link.en);
    await visitor.reads('h1', PAGES[name].heading.en);
    await visitor.isAt(PAGES[name].path);
  }
  await visitor.browser.back();
  await visitor.reads('h1', PAGES.contact.heading.en);
  await visitor.sees('seen', () => document.documentElement.dataset['mark'] ?? 'another document');
}

const EDITED = addressOf('edited');
const OWNERS_WORDS = longestWords();

/** Whether React kept what the server sent: what React renders again has no comments around it. */
const isKept = () => {
  const marks = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  return marks.nextNode() !== null;
};

async function readsWhatAnOwnerWrote(visitor: Visitor): Promise<void> {
  const readsTitle = (page: InnerPage, language: Language) =>
    visitor.reads('h1', String(OWNERS_WORDS[`text.${page}.title.${language}`]).replaceAll(/\s+/g, ' '));
  const opens = async (page: InnerPage, language: Language) => {
    await visitor.browser.open(`${EDITED}${PAGES[page].path}?lang=${language}`);
    await isHydrated(visitor);
    await readsTitle(page, language);
    await visitor.sees(true, isKept);
  };
  await opens('about', 'pt');
  await opens('home', 'en');
  await visitor.marks();
  for (const page of PAGE_NAMES) {
    await visitor.follows(PAGES[page].path);
    await readsTitle(page, 'en');
  }
  await visitor.press('header button[name=lang]');
  await readsTitle('contact', 'pt');
  await visitor.sees('seen', () => document.documentElement.dataset['mark'] ?? 'another document');
}

async function usesTheMenu(visitor: Visitor): Promise<void> {
  await visitor.browser.resize(360, 740);
  await visitor.isNewAt(`${SITE}/`);
  await isHydrated(visitor);
  const isOpen = () => document.querySelector('dialog')?.open ?? false;
  await visitor.press('header button', 'Open menu');
  await visitor.sees(true, isOpen);
  await visitor.browser.press('Escape');
  await visitor.sees(false, isOpen);
  await visitor.sees('Open menu', () => document.activeElement?.getAttribute('aria-label') ?? '');
  await visitor.press('header button', 'Open menu');
  await visitor.press('dialog a', PAGES.about.link.en);
  await visitor.reads('h1', PAGES.about.heading.en);
  await visitor.sees(false, isOpen);
}

async function fillsIn(visitor: Visitor, address: string): Promise<void> {
  for (const [field, text] of Object.entries(written(address)))
    await visitor.types(CONTACT_WORDS.en[field as keyof ReturnType<typeof written>], text);
}

async function writes(visitor: Visitor, address: string): Promise<void> {
  const { submit } = CONTACT_WORDS.en;
  await visitor.isNewAt(`${SITE}/contact`);
  await isHydrated(visitor);
  await visitor.press('main button', submit);
  await visitor.sees(5, () => document.querySelectorAll('[aria-invalid=true]').length);
  await fillsIn(visitor, address);
  await visitor.press('main button', submit);
  const isStored = async () => (await storedMessages(address)).length === 1;
  assert.ok(await comesTrue(isStored), 'the message is stored');
  await visitor.sees('', () => document.querySelector('textarea')?.value ?? '');
}

async function seesEveryPageWhole(visitor: Visitor): Promise<void> {
  for (const [site, paths] of [
    [SOON, ['/soon']],
    [SITE, ALL_PATHS],
  ] as const) {
    for (const path of paths) {
      await visitor.isNewAt(site + path);
      for (const language of LANGUAGES) {
        await visitor.browser.open(`${site}${path}?lang=${language}`);
        for (const { width, height } of SIZES) {
          await visitor.browser.resize(width, height);
          await visitor.sees(width, () => innerWidth);
          await visitor.sees([], faultsInPage);
        }
      }
    }
  }
}

async function subscribesByDocument(visitor: Visitor, address: string): Promise<void> {
  await visitor.browser.open(`${SOON}/soon?lang=en`);
  await visitor.types(en.prompt, address);
  await visitor.press('main button', en.button);
  await visitor.isAt('/soon?state=subscribed&lang=en');
  assert.equal((await storedRows('plain', address)).length, 1);
  await visitor.press('header button');
  await visitor.reads('h1', pt.title);
}

async function writesByDocument(visitor: Visitor, address: string): Promise<void> {
  await visitor.browser.open(`${SITE}/contact?lang=en`);
  await fillsIn(visitor, address);
  await visitor.press('main button', CONTACT_WORDS.en.submit);
  await visitor.isAt('/contact?state=sent&lang=en');
  assert.equal((await storedMessages(address)).length, 1);
}

/**
 * Runs in the page: what a blocker hides of it and of an element with an ad's name, whatever the page itself
 * shows. A blocker's style is the only one that wins over an element's own with `!important`.
 */
const hiddenByBlocker = () => {
  if (!document.querySelector('.ad-main'))
    document.body.append(Object.assign(document.createElement('p'), { className: 'ad-main' }));
  const hidden = [...document.body.querySelectorAll<HTMLElement>(':not([type=hidden])')].filter((element) => {
    const own = element.getAttribute('style');
    element.style.setProperty('display', 'block', 'important');
    const { display } = getComputedStyle(element);
    if (own === null) element.removeAttribute('style');
    else element.setAttribute('style', own);
    return display === 'none';
  });
  return hidden.map(({ localName, id, className }) => `${localName}#${id}.${className}`);
};
const AD = ['p#.ad-main'];

const shows = (words: string) => document.body.innerText.replaceAll(/\s+/g, ' ').includes(words);

/** What people agree to with the forms of a page. */
function consentOn(path: string, language: Language): string {
  const products = { en: productsEn, pt: productsPt }[language];
  if (path === '/soon') return WORDS[language].note;
  if (path === PAGES.contact.path) return CONTACT_WORDS[language].note;
  return path === PAGES.products.path ? products.note.replace('{name} ', '') : '';
}

async function seesAllBesideABlocker(visitor: Visitor, address: string): Promise<void> {
  const { browser, sees } = visitor;
  // Until its lists are read, a blocker leaves pages alone, and does not come back to them.
  const isBlocking = async () => {
    await browser.open(`${SITE}/about`);
    const hidden = await browser.value(`(${hiddenByBlocker.toString()})()`).catch(() => []);
    return (hidden as string[]).length > 0;
  };
  assert.ok(await comesTrue(isBlocking, 60), 'the blocker hides an ad');
  for (const page of [`${SOON}/soon`, ...ALL_PATHS.map((path) => SITE + path)]) {
    for (const language of LANGUAGES) {
      const opensAndHides = async () => {
        await browser.open(`${page}?lang=${language}`);
        await sees(AD, hiddenByBlocker);
      };
      // A blocker that is asked while it takes in lists again leaves one document alone.
      await opensAndHides().catch(opensAndHides);
      await sees(true, shows, consentOn(new URL(page).pathname, language));
    }
  }
  await subscribes(visitor, address);
  await writes(visitor, address);
}

export const BLOCKER_JOURNEYS: Journey[] = [
  {
    scripts: true,
    name: 'an ad blocker hides nothing of any page, and both forms are taken (catches: the main part is called ad-main; so is the consent sentence)',
    walk: seesAllBesideABlocker,
  },
];

export const JOURNEYS: Journey[] = [
  { scripts: true, name: 'an address is taken, thanked for and confirmed by its mail', walk: confirms },
  { scripts: true, name: 'Portuguese is chosen and remembered', walk: choosesPortuguese },
  { scripts: true, name: 'light is chosen and remembered', walk: choosesLight },
  {
    scripts: true,
    name: 'the links lead through the pages within one document, and back',
    walk: goesThroughThePages,
  },
  {
    scripts: true,
    name: 'words at their longest are hydrated, and stay through pages and languages (catches: a document that differs from its script)',
    walk: readsWhatAnOwnerWrote,
  },
  { scripts: true, name: 'the menu opens, closes and leads', walk: usesTheMenu },
  { scripts: true, name: 'a message with errors is mended and sent', walk: writes },
  { scripts: true, name: 'every page is seen whole, in every language and width', walk: seesEveryPageWhole },
  {
    scripts: true,
    name: 'an owner comes in by a link and goes through the dashboard',
    walk: async (visitor, address) => {
      await subscribes(visitor, address);
      await looksAfterTheList(visitor, address);
    },
  },
  {
    scripts: true,
    name: 'a sentence pressed in the page is changed, published, and undone (catches: the frame is deaf; a visitor sees the old words)',
    walk: publishesAndUndoes,
  },
  {
    scripts: false,
    name: 'an address is taken, and the other language asked for',
    walk: subscribesByDocument,
  },
  { scripts: false, name: 'a message is sent', walk: writesByDocument },
];
