import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentName } from '#contract/pages.ts';

/** Styles of parts that only some owners have, and pages carry only then. */
export type OptionalPart = 'consent' | 'people' | 'oneCase' | 'cases' | 'contact' | 'photo';

/** Inline scripts, styles and chunks (in the order they are started) of a document. */
export type Bundle = { begin: string; css: string; styles?: string; chunks: string[] };
export type SoonKind = 'live' | 'privacy' | 'token';

/** The compiled program: what is the same whoever owns the site. Addresses are paths of the site. */
export type Program = {
  fingerprint: string;
  /** Changes with the code that draws pictures. */
  drawing: string;
  font: string;
  /** Addresses of the pictures by name: `bg-tall-dark-1080.avif`. */
  pictures: Record<string, string>;
  early: string;
  swap: string;
  soon: Record<SoonKind, Bundle>;
  newsletter: Bundle;
  letter: Bundle;
  inner: Record<DocumentName, Bundle>;
  /** A pattern of the names in each sheet in `inner`. */
  sheets: Record<OptionalPart, string>;
  dashboard: { early: string; script: string; chunks: string[]; styles: string[] };
};

/** A compiled program and the folder it is in. */
export type Compiled = { program: Program; folder: string };

/** Files of a compiled program, below its folder. */
export const PROGRAM_FILE = 'program.json';
export const FINGERPRINT_FILE = 'fingerprint';
/** The built-in words: `ProgramWords` of contract/content. */
export const WORDS_FILE = 'words.json';
/** What a browser asks for, as the site lays it out. */
export const ASSETS = 'assets';
/** What pictures are drawn from. */
export const MATERIAL = {
  tokens: 'material/tokens.css',
  font: 'material/font.woff2',
  scene: 'material/scene.avif',
  /** A folder. */
  planes: 'material/planes',
};

/** Changes with the program. */
export function fingerprintOf(folder: string): Promise<string> {
  return readFile(join(folder, FINGERPRINT_FILE), 'utf8');
}

export async function readProgram(folder: string): Promise<Compiled> {
  return { program: JSON.parse(await readFile(join(folder, PROGRAM_FILE), 'utf8')) as Program, folder };
}

/** A module of the program that renders. */
export async function rendererOf<T>(
  { program, folder }: Compiled,
  name: 'site' | 'mails' | 'dashboard',
): Promise<T> {
  const url = pathToFileURL(join(folder, name, 'main.mjs'));
  return (await import(`${url.href}?${program.fingerprint}`)) as T;
}

/** A rule of styles, and its selectors. */
export const RULES = /([^{}]*)\{[^{}]*\}/g;

/** Styles without the rules of some sheets, by the names of their classes and motions. */
export function withoutSheets(css: string, sheets: string[]): string {
  // Without an ID the pattern would be every class.
  if (sheets.length === 0) return css;
  const ids = `(?:${sheets.join('|')})(?!\\d)`;
  const motions = new RegExp(`@keyframes ${ids}{(?:[^{}]*{[^{}]*})*}`, 'g');
  const named = new RegExp(`\\.${ids}`);
  const rest = css
    .replace(motions, '')
    .replace(RULES, (rule, selectors: string) => (named.test(selectors) ? '' : rule));
  return withoutEmpty(rest);
}

/** Styles without conditions that hold no rules any more. */
export function withoutEmpty(css: string): string {
  return css.replace(/@(?:media|supports)[^{}]*{}/g, '');
}
