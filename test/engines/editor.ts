import assert from 'node:assert/strict';
import { languageNames } from '#contract/language.ts';
import { type TestedLanguage as Language, TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { first as en } from '#dashboard/text/en/first.ts';
import { rest as restEn } from '#dashboard/text/en/rest.ts';
import { setSite } from '#server/launch/site.ts';
import { addOwner } from '#server/owners/owners.ts';
import { withOwnerSite, type OwnerSite } from '../browser/support/owner-site.ts';
import { PAGES } from '../browser/support/pages.ts';
import { comesTrue, type Visitor } from './visitor.ts';

const { signin, site: words } = restEn;
/** Typed where a press leaves the cursor. */
const ADDED: Record<Language, string> = { en: 'Ours, too.', pt: 'As nossas também.' };
/** For the publisher: on a busy machine it takes its time. */
const PATIENCE = 60;

/** Two engines would change the same sentence: each has a site of its own. */
export function publishesAndUndoes(visitor: Visitor): Promise<void> {
  return withOwnerSite(
    async (site) => {
      await comesIn(visitor, site);
      await changesTheTitle(visitor);
      await publishes(visitor);
      for (const language of LANGUAGES)
        await isRead(visitor, site, language, (title) => title.includes(ADDED[language]));
      await undoes(visitor, site);
      for (const language of LANGUAGES)
        await isRead(visitor, site, language, (title) => title === PAGES.home.heading[language]);
      await visitor.browser.open('about:blank');
    },
    { follows: true },
  );
}

async function comesIn(visitor: Visitor, site: OwnerSite): Promise<void> {
  const { browser, press, reads } = visitor;
  const now = Date.now();
  const owner = await site.within(async ({ write }) => {
    await setSite(write, 'live', { by: 'Ana', now });
    return addOwner(write, { name: 'Ana Prado', email: null, language: 'en', now });
  });
  await browser.resize(1440, 900);
  await browser.open(await site.link(owner));
  // The server renders its site first.
  const isThere = () =>
    visitor.press('main button', signin.linkButton).then(
      () => true,
      () => false,
    );
  assert.ok(await comesTrue(isThere, PATIENCE), signin.linkButton);
  await reads('h1', signin.offerTitle);
  await press('main button', signin.offerLater);
  await press('header nav a', en.nav.site);
  await press('main li a', PAGES.home.link.en);
}

async function changesTheTitle(visitor: Visitor): Promise<void> {
  const { browser, press, sees } = visitor;
  const isIn = (language: Language) =>
    sees(
      `Title, ${languageNames('en')[language]}`,
      () => document.activeElement?.getAttribute('aria-label') ?? '',
    );
  await pressesInFrame(visitor, 'h1');
  await isIn('en');
  await browser.type(ADDED.en);
  await sees(true, standsInFrame, ADDED.en);
  await press('textarea', `Title, Portuguese`);
  await isIn('pt');
  await browser.type(ADDED.pt);
  await sees(true, isSaid, '2 unpublished changes');
  await press('main button', 'PT');
  await sees(true, standsInFrame, ADDED.pt);
  await complainsNot(visitor);
}

const isSaid = (said: string) => document.body.innerText.includes(said);

async function publishes(visitor: Visitor): Promise<void> {
  const { press } = visitor;
  await press('[data-strip] button', words.strip.publish);
  await press('dialog button', 'Publish 2 changes');
  await isHeaded(visitor, words.changes.none);
  await complainsNot(visitor);
}

async function undoes(visitor: Visitor, site: OwnerSite): Promise<void> {
  await visitor.browser.open(`${site.address}/dashboard/site/changes`);
  await visitor.press('main button', words.publish.undo);
  await isHeaded(visitor, '2 changes');
  await complainsNot(visitor);
}

/** Publishing has come to its end. */
async function isHeaded({ browser }: Visitor, title: string): Promise<void> {
  const isThere = async () =>
    (await browser.value(`document.querySelector('h1')?.textContent`).catch(() => null)) === title;
  assert.ok(await comesTrue(isThere, PATIENCE), title);
}

/** In WebKit only what has come since the document was opened is known. */
const complainsNot = ({ sees }: Visitor) =>
  sees([], () => (globalThis as { complaints?: string[] }).complaints ?? []);

/** Opens Home as a visitor until its title is as expected. */
async function isRead(
  { browser }: Visitor,
  site: OwnerSite,
  language: Language,
  isExpected: (title: string) => boolean,
): Promise<void> {
  let title = '';
  const isThere = async () => {
    await browser.open(`${site.address}/?lang=${language}`);
    title = String(await browser.value(`document.querySelector('h1').textContent.replaceAll(/\\s+/g, ' ')`));
    return isExpected(title);
  };
  assert.ok(await comesTrue(isThere, PATIENCE), `a visitor reads: ${title}`);
}

const standsInFrame = (text: string) => {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[data-drawn]');
  return frame?.contentDocument?.querySelector('h1')?.innerText.includes(text) ?? false;
};

/** Presses with the mouse what is in the frame: the page as on a desktop, scaled. */
async function pressesInFrame({ browser }: Visitor, selector: string): Promise<void> {
  const isDesktop = () => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[data-drawn]');
    return frame?.contentWindow?.matchMedia('(min-width: 1200px)').matches ?? false;
  };
  const isDrawn = async () => (await browser.value(`(${isDesktop.toString()})()`)) === true;
  assert.ok(await comesTrue(isDrawn, PATIENCE), 'the frame shows the page as on a desktop');
  const spot = (await browser.value(`(${middleInFrame.toString()})('${selector}')`)) as
    | [number, number]
    | null;
  assert.ok(spot, `${selector} is in the frame`);
  await browser.click(...spot);
}

function middleInFrame(selector: string): [x: number, y: number] | null {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[data-drawn]');
  const found = frame?.contentDocument?.querySelector(selector);
  if (!frame || !found) return null;
  const [outer, inner] = [frame.getBoundingClientRect(), found.getBoundingClientRect()];
  const zoom = outer.width / frame.clientWidth;
  const middle = (start: number, from: number, size: number) => Math.round(start + (from + size / 2) * zoom);
  return [middle(outer.left, inner.left, inner.width), middle(outer.top, inner.top, inner.height)];
}
