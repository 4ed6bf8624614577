import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writtenIn } from '#contract/announcement.ts';
import type { Content, FileRef } from '#contract/content/content.ts';
import type { EditorMail, EditorShows } from '#contract/content/editor.ts';
import type { Facts } from '#contract/content/facts.ts';
import { factsOf, siteConfigOf } from '#contract/content/own-facts.ts';
import { wordFields, textIn, type ProgramWords } from '#contract/content/words.ts';
import type { ShownDocument } from '#contract/documents.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import { MARK_END, pictureMark } from '#contract/marks.ts';
import { OWNER_DRAWN, OWNER_FILES, type PreviewMade } from '#contract/owner/preview.ts';
import { pictureAddress, type ShownLetter } from '#contract/shown-letter.ts';
import type { ShownEvidence, SiteSettings } from '#contract/site.ts';
import { accentsOf, type Accents } from './accent.ts';
import { bobBy, bobsIn, withBobs } from './bobs.ts';
import { paintedCovers } from './covers.ts';
import { cssOf, scrimIn, type Consents, type SiteRenderer } from './documents.ts';
import { readLogo } from './logo.ts';
import { repainted, type MailRenderer } from './mails.ts';
import { markContent, withItsMarks } from './marks.ts';
import { keptBy, type AddressOf } from './own-picture.ts';
import { ownerCss } from './owner-styles.ts';
import { shownEvidence } from './photos.ts';
import { keptName, type DrawOnce } from './pictures/kept.ts';
import { safeSvg } from './pictures/logo.ts';
import { readProgram, rendererOf, WORDS_FILE, type Compiled } from './program.ts';
import { siteValues } from './render.ts';
import { samplesOf, withSamples } from './samples.ts';
import { measuredIn, scrimsOf } from './scrim.ts';
import { ownPictures, slotAddresses, withPictures, type OwnPictures } from './slots.ts';
import { unfinished } from './unfinished.ts';
import { OwnValueError } from './wrong.ts';

/** Folders of the program, of the owner's files and of drawn pictures, all absolute. */
export type PreviewFolders = { program: string; files: string; drawn: string };

/** What to draw. `over`: values before those of `content`, the draft. Neither is checked. */
export type PreviewJob = {
  content: Content;
  over: Content;
  shows: EditorShows | { letter: ShownLetter };
  language: Language;
  settings: SiteSettings;
  /** Milliseconds since 1970. */
  now: number;
};

/** Draws pages and mails as `render` does, one at a time, with marks and without scripts. */
export async function openPreviews(
  folders: PreviewFolders,
): Promise<(job: PreviewJob) => Promise<PreviewMade>> {
  const compiled = await readProgram(folders.program);
  const site = await rendererOf<SiteRenderer>(compiled, 'site');
  const own = JSON.parse(await readFile(join(folders.program, WORDS_FILE), 'utf8')) as ProgramWords;
  const words = wordFields(own);
  const addressOf = addressesIn(folders, compiled.program.drawing);

  return async ({ shows, language, settings, now, ...given }) => {
    const { content, marks, mark } = markContent(unfinished(given, words), words);
    const facts = factsOf(content);
    const pictures = await ownPictures(facts, compiled.program.pictures, addressOf);
    const evidence = await shownEvidence(facts, addressOf);
    const accents = await unlessWrong(() => accentsOf(facts['brand.accent']));
    const drawings = await paintedCovers(
      facts.books,
      compiled,
      accents,
      (name, svg) =>
        `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}${pictureMark(`pictures.${name.replace('-', '.')}`, '')}`,
    );
    const shown = siteValues(content, settings, { ...evidence, covers: pictures.covers, drawings });
    const values = { ...shown, ...evidence, marksHidden: true };
    site.setValues(values);
    site.setLetters('letter' in shows ? [shows.letter] : []);
    const drawPage = async (page: ShownDocument) =>
      pageHtml(
        site,
        page,
        language,
        await cssIn(compiled, { facts, accents, values, shows: page, pictures }, folders),
      );
    const html =
      'mail' in shows
        ? await drawMail(compiled, content, shows.mail, language)
        : await drawPage(documentOf(shows, values));
    const samples = samplesOf(site.manifestWords(language), language, values, now);
    const named = withOwnPicture(html, shows).replace(NAME, (_all, before: string, name: string) => {
      return before + mark(name, { field: 'brand.name', at: '' });
    });
    return withItsMarks(withSamples(withOneStop(named), samples), marks);
  };
}

/** No rendering has the picture of a draft. */
function withOwnPicture(html: string, shows: PreviewJob['shows']): string {
  const picture = 'letter' in shows ? shows.letter.words.picture : undefined;
  return picture ? html.replaceAll(pictureAddress(picture), OWNER_FILES + picture.file) : html;
}

/** The name as screen readers read it from the logo. */
const NAME = /(role="img" aria-label=")([^"]*)(?=" translate="no")/g;

/** As in contract/site.ts, with the end of a fact between the two. */
function withOneStop(html: string): string {
  return html.replace(new RegExp(`(?<!\\.)\\.(${MARK_END}+)\\.(?!\\.)`, 'g'), '.$1');
}

/** Of drawn pictures that are there; until then the owner's file itself is shown. */
function addressesIn({ drawn }: PreviewFolders, drawing: string): AddressOf {
  return (picture, _name, { field, at }) => {
    const kept = keptName(drawing, keptBy(picture));
    const address = existsSync(join(drawn, kept))
      ? `${OWNER_DRAWN}${kept}.${picture.format}`
      : OWNER_FILES + picture.file;
    return Promise.resolve(address + pictureMark(field, at));
  };
}

type Page = {
  facts: Facts;
  accents: Accents | null;
  values: ReturnType<typeof siteValues>;
  shows: ShownDocument;
  pictures: OwnPictures;
};

async function cssIn(
  compiled: Compiled,
  { facts, accents, values, shows, pictures }: Page,
  { files, drawn }: PreviewFolders,
): Promise<string> {
  const { program } = compiled;
  // Ours are marked, too.
  const instead = new Map(
    slotAddresses(program.pictures).map(([slot, ours]) => [ours, ours + pictureMark(`pictures.${slot}`, '')]),
  );
  for (const [ours, own] of pictures.instead) instead.set(ours, own);
  const bobs = bobsIn(facts, accents).map(
    (bob) => [bob.name, `${OWNER_DRAWN}${keptName(program.drawing, bobBy(bob))}.avif`] as const,
  );
  const css = withBobs(cssOf(program, shows, values), new Map(bobs));
  const named = facts['brand.logo'];
  // As it was sent, if it is not drawn; of an SVG what is safe.
  const drawOnce: DrawOnce = (by) =>
    readFile(join(drawn, keptName(program.drawing, by))).catch(async () => {
      const { file } = by as FileRef;
      const sent = await readFile(join(files, file));
      return file.endsWith('.svg') ? safeSvg(sent) : sent;
    });
  const logo = await unlessWrong(() => readLogo(named, files, drawOnce));
  const own = ownerCss(accents, logo, (theme, { extension, content }) =>
    extension === 'svg'
      ? `data:image/svg+xml;base64,${content.toString('base64')}`
      : OWNER_FILES + (named?.[theme].file ?? ''),
  );
  const scrims = await scrimsOf(compiled, facts, accents, measuredIn(drawn, program.drawing));
  return still(withPictures(css, instead) + own + scrimIn(shows, scrims)) + FAINT;
}

/** What visitors do not see. */
const FAINT = '[data-hidden]{opacity:.28}';

/** As for visitors who want no motion. What is far below is drawn, too: some browsers forget it in a scaled frame. */
function still(css: string): string {
  return css
    .replaceAll('content-visibility:auto', 'content-visibility:visible')
    .replaceAll('(prefers-reduced-motion:reduce)', '(min-width:0)')
    .replaceAll('(prefers-reduced-motion:no-preference)', '(max-width:0)');
}

/** Nobody sends a form of a preview. */
const NO_CONSENT = inEach(() => '');
const NO_CONSENTS: Consents = {
  soon: NO_CONSENT,
  products: NO_CONSENT,
  contact: NO_CONSENT,
  newsletter: NO_CONSENT,
  news: NO_CONSENT,
};

/** Where there is no case yet: the page that lists them. */
function documentOf(
  shows: Exclude<PreviewJob['shows'], { mail: EditorMail }>,
  { cases }: ShownEvidence,
): ShownDocument {
  if ('letter' in shows) {
    const { slug, at, words } = shows.letter;
    return { page: 'letter', state: 'idle', slug, at, languages: writtenIn(words) };
  }
  if (shows.page !== 'work') return shows;
  const [first] = cases;
  return first === undefined
    ? { page: 'home', state: 'idle' }
    : { ...shows, slug: first.slug, languages: LANGUAGES };
}

function pageHtml(site: SiteRenderer, shown: ShownDocument, language: Language, css: string): string {
  const assets = { css, font: '', early: '', swap: '', begin: '', chunks: [] };
  return site
    .renderDocument(shown, language, assets, NO_CONSENTS)
    .replace(/<script\b.*?<\/script>|<link\b[^>]*>/gs, '')
    .replace(
      OUR_COVER,
      (_all, src: string, place: string) => src + pictureMark(`pictures.cover.${place}`, ''),
    );
}

const OUR_COVER = /(src="\/static\/media\/cover-(\d)\.[\w-]+\.svg)(?=")/g;

async function drawMail(
  compiled: Compiled,
  content: Content,
  mail: EditorMail,
  language: Language,
): Promise<string> {
  const facts = factsOf(content);
  const { renderMail } = await rendererOf<MailRenderer>(compiled, 'mails');
  const accents = await unlessWrong(() => accentsOf(facts['brand.accent']));
  const { html } = await renderMail(mail, language, {
    site: siteConfigOf(facts),
    words: textIn(content, 'mails'),
  });
  // The dashboard says which theme is shown.
  return repainted(html, accents)
    .replace(/<link\b[^>]*>/g, '')
    .replace(DARK, '[data-theme=dark]{');
}

const DARK = /@media\s*\(prefers-color-scheme:\s*dark\)\s*\{/g;

/** What an owner has to correct, and a file that is not there, is shown as if it were not given. */
async function unlessWrong<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof OwnValueError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
