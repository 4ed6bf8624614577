import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { LANGUAGE_KEY, LANGUAGES, type Language } from '#contract/language.ts';
import { fillSample } from '#test/fixtures/sample.ts';
import { findHeadlessShell } from '../support/chromium.ts';
import { withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { buildSites } from '../support/sites.ts';
import { Findings } from './findings.ts';
import { type Place, pressesOf, shown } from './open.ts';
import { look } from './look.ts';
import type { View } from './view.ts';
import { viewsOf, type SiteName } from './views.ts';

/*
 * usage: npm run axe [-- --only 'people|launch, sending']
 *
 * Checks every page of the owner's dashboard in every state, language, theme and width, and what each button
 * opens: no axe findings, no sideways scrolling, no console output, no request to other hosts. `--only`: part
 * of a name, e.g. `settings, offline, pt`.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const only = new RegExp(values.only);
const WIDE = 1440;
const NARROW = 360;

const findings = new Findings();
let states = 0;

/** A browser context of one owner, or of nobody, in one language. */
async function newContext(browser: Browser, language: Language): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'Europe/Lisbon' });
  await context.addInitScript(
    ([key, value]) => {
      // An empty page and the frame of a mail have no storage.
      if (location.protocol === 'http:' && window === top) localStorage.setItem(key, value);
    },
    [LANGUAGE_KEY, language] as const,
  );
  return context;
}

async function placeOf(browser: Browser, site: OwnerSite, language: Language): Promise<Place> {
  const context = await browser.newContext();
  await site.signIn(context, { language });
  const cookies = await context.cookies();
  await context.close();
  return { browser, site, language, cookies };
}

/** Checks a view, then what each button opens; buttons that only phones have are pressed on a phone. */
async function lookAt(view: View, place: Place): Promise<void> {
  const name = `${view.name}, ${place.language}`;
  const pressed = new Set<string>();
  if (only.test(name)) await lookOnce(view, name, place, WIDE);
  if (!view.presses || !only.test(`${name}, pressed`)) return;
  for (const width of [WIDE, NARROW]) {
    const presses = await within(view, name, place, width, (page) => pressesOf(page));
    for (const press of presses ?? []) {
      if (pressed.has(press.name)) continue;
      pressed.add(press.name);
      await lookOnce({ ...view, press: press.place }, `${name}, pressed ${press.name}`, place, width);
    }
  }
}

async function lookOnce(view: View, name: string, place: Place, width: number): Promise<void> {
  states += 1;
  console.error(name);
  await within(view, name, place, width, (page) =>
    look(page, (what, where) => findings.add(what, `${name}, ${where}`)),
  );
}

async function within<T>(
  view: View,
  name: string,
  { browser, site, language, cookies }: Place,
  width: number,
  work: (page: Awaited<ReturnType<BrowserContext['newPage']>>) => Promise<T>,
): Promise<T | null> {
  const context = await newContext(browser, language);
  if (view.who === 'owner') await context.addCookies(cookies);
  const stopListening = findings.listen(context, name, view.expected);
  try {
    const page = await context.newPage();
    await page.setViewportSize({ width, height: 900 });
    const isThere = await shown(page, view, { site, language });
    return isThere ? await work(page) : null;
  } catch (error) {
    findings.add(`cannot be looked at: ${String(error).split('\n', 1)[0]}`, name);
    return null;
  } finally {
    stopListening();
    // Does not wait for requests in flight.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

await buildSites(['plain']);
const browser = await chromium.launch({
  executablePath: findHeadlessShell(),
  chromiumSandbox: process.getuid?.() !== 0,
});
const begun = Date.now();
try {
  for (const name of ['full', 'empty'] satisfies SiteName[])
    await withOwnerSite(async (site) => {
      if (name === 'full') await site.within(({ write }) => fillSample(write, { now: Date.now() }));
      const places = await Promise.all(LANGUAGES.map((language) => placeOf(browser, site, language)));
      for (const view of await viewsOf(name, site)) for (const place of places) await lookAt(view, place);
    });
} finally {
  await browser.close();
}
console.log(
  `${states} states in ${Math.round((Date.now() - begun) / 1000)} s, each in every theme and width`,
);
console.log(findings.report());
process.exitCode = findings.size === 0 ? 0 : 1;
