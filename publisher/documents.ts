import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { BuiltBook } from '#contract/books.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import {
  DASHBOARD_FILE,
  documentFile,
  documentsOf,
  languagesOf,
  type ShownDocument,
  type SiteDocument,
  type SiteManifest,
} from '#contract/documents.ts';
import { FORM_PAGES, isHydratedState, isOfNewsletter, type FormPage } from '#contract/pages.ts';
import type { ManifestWords } from '#contract/documents.ts';
import { writtenIn } from '#contract/announcement.ts';
import type { Feed, ShownLetter } from '#contract/shown-letter.ts';
import { toldCases, type SiteConfig, type SiteValues } from '#contract/site.ts';
import { withBobs, type BobsOver } from './bobs.ts';
import { writeFeeds } from './feed.ts';
import type { OwnerStyles } from './owner-styles.ts';
import type { PictureTitles } from './pictures.ts';
import type { Scrims } from './scrim.ts';
import { withPictures, type OwnPictures } from './slots.ts';
import { loadsTags, policyOf, type PolicyValues } from './policy.ts';
import {
  ASSETS,
  rendererOf,
  withoutEmpty,
  RULES,
  withoutSheets,
  type Bundle,
  type Compiled,
  type OptionalPart,
  type Program,
  type SoonKind,
} from './program.ts';
import type { Output } from './output.ts';

export type Consents = Record<FormPage, Record<Language, string>>;

/** What every document carries, as `site/document.tsx` takes it. */
type Assets = Bundle & Pick<Program, 'font' | 'early' | 'swap'>;

/** The shape of `site/prerender.tsx` once built; the site itself is not imported from here. */
export type SiteRenderer = {
  setValues(values: SiteValues): void;
  setLetters(letters: readonly ShownLetter[]): void;
  feedIn(language: Language): Feed;
  consentText(page: FormPage, language: Language): string;
  manifestWords(language: Language): ManifestWords;
  pictureTitle(picture: keyof PictureTitles, language: Language): string;
  renderDocument(shown: ShownDocument, language: Language, assets: Assets, consents: Consents): string;
};

/** The shape of `dashboard/document.tsx` once built. */
type DashboardRenderer = {
  renderDocument(assets: Program['dashboard'], brand: SiteConfig['brand']): Promise<string>;
};

/** What is shown. `welcome`: whether new readers of the newsletter are mailed one. */
type Given = {
  values: SiteValues;
  letters: readonly ShownLetter[];
  books: BuiltBook[];
  welcome: boolean;
};

/**
 * Renders every document in every language and writes the manifest, with the books that are out.
 * @param scriptOrigins others whose scripts the pages may run.
 * @param pictures `scrims`: styles of documents whose words are on a picture.
 * @returns what the pictures of shared links say.
 */
export async function writeDocuments(
  compiled: Compiled,
  { values, letters, books, welcome }: Given,
  scriptOrigins: string[],
  styles: OwnerStyles,
  pictures: ShownPictures & { scrims: Scrims },
  out: Output,
): Promise<PictureTitles> {
  const { program } = compiled;
  const site = await rendererOf<SiteRenderer>(compiled, 'site');
  site.setValues(values);
  site.setLetters(letters);
  const { consents, consentTexts } = consentsOf(site.consentText, values);
  const policyValues = { ...values, scriptOrigins };
  const documents: SiteDocument[] = [];
  const allStyles = await writeAllStyles(compiled, pictures, out);
  const cases = toldCases(values);
  const pages = letters.map(({ slug, at, words }) => ({ slug, at, languages: writtenIn(words) }));
  const { hidden, newsletter } = values;
  const has = { books, hidden, cases, newsletter, letters: pages };
  for (const shown of documentsOf(has)) {
    const { font, early, swap } = program;
    const bundle = bundleOf(program, shown);
    const scrim = scrimIn(shown, pictures.scrims);
    const css = picturesIn(cssOf(program, shown, values), pictures) + (styles?.css ?? '') + scrim;
    const assets = { font, early, swap, ...bundle, css, ...(bundle.styles && { styles: allStyles }) };
    for (const language of languagesOf(shown)) {
      const whole = site.renderDocument(shown, language, assets, consents);
      const html = withoutOtherValues(whole);
      const file = documentFile(shown, language);
      // Visitors arrive at the others: these answer a form or a link in an email.
      out.write(file, html, shown.state === 'idle' ? 11 : 8);
      // Other threads compress it while the next is rendered.
      await setImmediate();
      const policy = policyOf(html, isScripted(shown) ? policyValues : ALONE);
      documents.push({ ...shown, language, file, policy });
    }
  }
  const manifest: SiteManifest = {
    documents,
    consentTexts,
    words: mapOf(LANGUAGES, site.manifestWords),
    ...has,
    welcome: welcome && newsletter !== null,
    optionalFields: values.optionalFields,
    retentionMonths: values.legal.retentionMonths,
    // By its address: another one is another version.
    dashboard: program.dashboard.script,
  };
  writeFeeds(values, site.feedIn, out);
  out.write('.build/manifest.json', JSON.stringify(manifest));
  const dashboard = await rendererOf<DashboardRenderer>(compiled, 'dashboard');
  const sheets = [...program.dashboard.styles, ...(styles === null ? [] : [styles.file])];
  const dashboardAssets = { ...program.dashboard, styles: sheets };
  out.write(DASHBOARD_FILE, await dashboard.renderDocument(dashboardAssets, values.brand));
  return mapOf(['soon', 'site'], (picture) =>
    mapOf(LANGUAGES, (language) => site.pictureTitle(picture, language)),
  );
}

/** `over`: bobs for those of our pictures that stay. */
type ShownPictures = OwnPictures & { over: BobsOver };

/** The styles of a document with the owner's pictures and bobs. */
function picturesIn(css: string, { instead, over }: ShownPictures): string {
  return withPictures(withBobs(css, over), instead);
}

/** The file with the styles of all inner pages; the built-in one unless the owner has pictures. Its address. */
async function writeAllStyles(
  { program, folder }: Compiled,
  pictures: ShownPictures,
  out: Output,
): Promise<string> {
  const ours = program.inner.home.styles ?? '';
  if (pictures.instead.size + pictures.over.size === 0) return ours;
  const css = picturesIn(await readFile(join(folder, ASSETS, ours), 'utf8'), pictures);
  return out.writeNamed('inner', 'css', css);
}

/** The version of each text that is agreed to is a hash of it. */
function consentsOf(consentText: SiteRenderer['consentText'], { newsletter }: SiteValues) {
  const consentTexts: SiteManifest['consentTexts'] = [];
  const consents: Consents = mapOf(FORM_PAGES, (page) =>
    mapOf(LANGUAGES, (language) => {
      const text = consentText(page, language);
      const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
      if (!isOfNewsletter(page) || newsletter !== null) consentTexts.push({ version, language, text });
      return version;
    }),
  );
  return { consents, consentTexts };
}

function bundleOf(program: Program, shown: ShownDocument): Bundle {
  if (shown.page === 'newsletter' || shown.page === 'letter') return program[shown.page];
  return shown.page === 'soon' ? program.soon[kindOf(shown.state)] : program.inner[shown.page];
}

/**
 * Drops the styles of sizes of titles (site/shell/fit.css), numbers and shapes that no language of the document has. With
 * another page come the styles of all.
 */
function withoutOtherValues(html: string): string {
  const isUsed = ([, name, value = '[2-7]']: RegExpExecArray) =>
    new RegExp(` data-${name}="${value}"`).test(html);
  const isLive = (selector: string) => {
    const named = [...selector.matchAll(VALUES)];
    return named.length === 0 || named.some(isUsed);
  };
  return html.replace(/(?<=<style>).*?(?=<\/style>)/s, (styles) =>
    withoutEmpty(
      styles.replace(RULES, (rule, selectors: string) => {
        const live = selectors.split(/,(?![^()]*\))/).filter(isLive);
        return live.length === 0 ? '' : live.join(',') + rule.slice(selectors.length);
      }),
    ),
  );
}

const VALUES = /(?<!:not\()\[data-(fit|n|shape|tall)(?:="(\w+)")?\]/g;

/** The program's styles of a document. */
export function cssOf(program: Program, shown: ShownDocument, values: SiteValues): string {
  const { css } = bundleOf(program, shown);
  if (shown.page === 'soon') return css;
  const unused = unusedParts(values).map((part) => program.sheets[part]);
  return withoutSheets(css, unused);
}

function unusedParts(values: SiteValues): OptionalPart[] {
  const { people, cases, contact } = values;
  const counts = LANGUAGES.map((language) => cases.filter(({ client }) => client[language] !== '').length);
  const isUsed: Record<OptionalPart, boolean> = {
    consent: loadsTags(values),
    people: people !== null,
    oneCase: counts.includes(1),
    cases: Math.max(...counts) > 1,
    contact: contact !== null,
    photo: people !== null,
  };
  return (Object.keys(isUsed) as OptionalPart[]).filter((part) => !isUsed[part]);
}

/** Whether the document runs the site's script. */
function isScripted({ page, state }: ShownDocument): boolean {
  return page === 'soon' ? isHydratedState(state) : page !== 'newsletter' && page !== 'letter';
}

/** Of the Coming Soon page only the states that have its picture. */
export function scrimIn({ page, state }: ShownDocument, { soon, home }: Scrims): string {
  if (page === 'home') return home;
  return page === 'soon' && isHydratedState(state) ? soon : '';
}

/** Which styles a document needs. */
function kindOf(state: Extract<ShownDocument, { page: 'soon' }>['state']): SoonKind {
  if (isHydratedState(state)) return 'live';
  return state === 'privacy' ? 'privacy' : 'token';
}

/** A document without the site's script speaks to nobody but this server. */
const ALONE: PolicyValues = { gaId: null, gtmId: null, subscribeEndpoint: '/' };

function mapOf<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}
