import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { isLanguage, type Language } from '#contract/language.ts';
import type { OwnWords } from '#contract/site.ts';
import { ROOT } from '../root.ts';
import type { Accents } from './accent.ts';
import { logoIn, logoProblems } from './logo.ts';
import { merge } from './merge.ts';
import { BrandError, evaluate, readSource } from './source.ts';

/** The owner's folder. Its files override ours, and `git pull` never touches them. */
export const BRAND = join(ROOT, 'brand');
const CONFIG = 'site.config.ts';
/** Our folders, and the owner's folders with files of the same name. */
const WORDS = { 'site/text': 'text', 'mails/text': 'mails' };
const PICTURES = ['site/soon/background', 'site/home/band', 'site/about/scene', 'site/products'];
const PICTURE = /\.(?:avif|webp|svg)$/;

/** Our files that can be overridden, with the owner's counterparts, existing or not. */
function pairs(): [ours: string, theirs: string][] {
  const words = Object.entries(WORDS).flatMap(([ours, theirs]) =>
    filesIn(join(ROOT, ours))
      .filter((name) => /(?:^|\.)\w\w\.ts$/.test(name))
      .map((name): [string, string] => [join(ROOT, ours, name), join(BRAND, theirs, name)]),
  );
  return [[join(ROOT, CONFIG), join(BRAND, CONFIG)], ...words];
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
}

/** Returns our file with the owner's values. @throws BrandError when they do not fit. */
export function brandedText(ours: string): string {
  const theirs = pairs().find(([one]) => one === ours)?.[1];
  const source = readSource(ours);
  if (theirs === undefined || !existsSync(theirs)) return source.text;
  const { text, problems } = merge(source, readSource(theirs), basename(ours) !== CONFIG);
  if (problems.length > 0) throw new BrandError(problems.join('\n'));
  return text;
}

/** Returns the owner's picture of the same name, or ours. */
export function brandedPicture(ours: string): string {
  const theirs = join(BRAND, 'pictures', basename(ours));
  return PICTURE.test(ours) && existsSync(theirs) ? theirs : ours;
}

/** The problems of words and settings, ours and the owner's, one per line. */
export function brandProblems(): string[] {
  return [
    ...pairs().flatMap(([ours]) => problemsOf(() => brandedText(ours))),
    ...strangers(),
    ...logoProblems(BRAND),
  ];
}

function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof BrandError) return [error.message];
    throw error;
  }
}

/** The owner's files that override nothing: most likely a misspelt name, which nothing else would report. */
function strangers(): string[] {
  const known = pairs().map(([, theirs]) => theirs);
  const words = Object.values(WORDS).flatMap((folder) =>
    filesIn(join(BRAND, folder))
      .map((name) => join(BRAND, folder, name))
      .filter((file) => !known.includes(file)),
  );
  const names = PICTURES.flatMap((folder) => filesIn(join(ROOT, folder)));
  const pictures = filesIn(join(BRAND, 'pictures')).filter((name) => !names.includes(name));
  return [
    ...words.map((file) => relative(ROOT, file)),
    ...pictures.map((name) => `brand/pictures/${name}`),
  ].map(
    (file) => `${file.replaceAll('\\', '/')}: no file of ours has this name, so it would change nothing.`,
  );
}

/** The owner's words: of the site by part, and of mails. `brandProblems` has found nothing wrong with them. */
export type BrandWords = { site: OwnWords; mails: Partial<Record<Language, object>> };

export async function brandWords(): Promise<BrandWords> {
  const words: BrandWords = { site: {}, mails: {} };
  for (const folder of Object.values(WORDS)) {
    for (const name of filesIn(join(BRAND, folder))) {
      // `home.pt.ts`, or `pt.ts` for what all pages share.
      const [, part = 'page', language] = /^(?:(.+)\.)?(\w\w)\.ts$/.exec(name) ?? [];
      if (!isLanguage(language)) continue;
      const text = readFileSync(join(BRAND, folder, name), 'utf8');
      const [own = {}] = Object.values(await evaluate(text, `brand/${folder}/${name}`));
      if (folder === WORDS['mails/text']) words.mails[language] = own as object;
      else words.site[language] = { ...words.site[language], [part]: own as object };
    }
  }
  return words;
}

/** Lays the owner's pictures over ours while the bundler reads them. */
export function brandPlugin(): Plugin {
  return {
    name: 'brand',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      const ours = join(dirname(importer), source);
      const file = brandedPicture(ours);
      return file === ours ? null : file;
    },
    load(id) {
      const file = id.replace(/\?.*$/, '');
      return file.endsWith('.css') && file.startsWith(join(ROOT, 'site')) ? withPictures(file) : null;
    },
  };
}

function withPictures(file: string): string {
  const css = readFileSync(file, 'utf8');
  return css.replaceAll(/url\((['"]?)(\.[^'")]+)\1\)/g, (all, _quote, path: string) => {
    const ours = join(dirname(file), path);
    const picture = brandedPicture(ours);
    return picture === ours ? all : `url('${relative(dirname(file), picture).replaceAll('\\', '/')}')`;
  });
}

/** What stays ours although the owner has changed a related value; one line each. */
export function notFollowing(accents: Accents | null): string[] {
  const pictures = PICTURES.flatMap((folder) =>
    filesIn(join(ROOT, folder)).filter((name) => PICTURE.test(name)),
  );
  const given = filesIn(join(BRAND, 'pictures'));
  const kept = pictures.filter((name) => !given.includes(name)).length;
  return [
    ...(accents === null || kept === 0
      ? []
      : [
          `The accent is yours on pages, icons, shared pictures and in mails; ${kept} drawn pictures keep their own colours: put yours into brand/pictures/.`,
        ]),
    ...(logoIn(BRAND) === null
      ? []
      : [
          'The logo is yours on the pages; mails, shared pictures and covers write the name, and the icons keep the mark.',
        ]),
  ];
}
