import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { MAILS, type MailName, type MailTemplate, type MailTemplates } from '#contract/mails.ts';
import { Failed } from './failed.ts';
import {
  DASHBOARD_FILE,
  documentFile,
  documentsOf,
  languagesOf,
  type SiteManifest,
} from '#contract/documents.ts';

/**
 * A file of the build with its precompressed forms, if any. `identity` is then decompressed on each read:
 * hardly any visitor asks for it, and it is four fifths of a build's size.
 */
export type BuiltFile = { readonly identity: Buffer; br: Buffer | null; gzip: Buffer | null };

/**
 * The whole build in memory, except books; `files` by path below `dist/`, e.g. `static/js/app.1a2b.js`;
 * `templates`: its mails.
 */
export type Build = {
  files: Map<string, BuiltFile>;
  manifest: SiteManifest;
  templates: MailTemplates;
  dist: string;
};

/** The message says in one line what is wrong with the build. */
export class BuildError extends Failed {
  override name = 'BuildError';
}

const LARGEST_BUILD = 64 * 1024 * 1024;
/** The part of `.build/` that is served once the site is open. */
const PAGES = '.build/pages/';
/** Files only for static hosts (server/publish/static-host.ts): the server answers these addresses itself. */
const FOR_STATIC_HOSTS = /^(?:(?:.+\/)?index\.html|404\.html|sitemap\.xml|_headers|_redirects|vercel\.json)$/;

/**
 * Reads a build into memory. Files whose names contain a hash of them are taken from the `former` build.
 * @throws BuildError if there is none, if a document, a mail or a book is missing, or above 64 MiB.
 */
export function loadBuild(dist: string, former?: Build): Build {
  const { manifest, templates } = checkComplete(dist);
  return { files: readFiles(dist, former?.files), manifest, templates, dist };
}

/** Looks whether all files are there, without reading them. @throws BuildError */
export function checkComplete(dist: string): Pick<Build, 'manifest' | 'templates'> {
  const manifest = readManifest(dist);
  const listed = new Set(manifest.documents.map(({ file }) => file));
  const documents = documentsOf(manifest).flatMap((shown) =>
    languagesOf(shown).map((language) => documentFile(shown, language)),
  );
  const books = manifest.books.flatMap((book) => Object.values(book.files).map(({ file }) => file));
  const missing =
    documents.find((file) => !listed.has(file)) ??
    [...documents, DASHBOARD_FILE, ...books].find((file) => !existsSync(join(dist, file)));
  if (missing !== undefined) throw new BuildError(`${dist} lacks ${missing}. Run: npm run build`);
  return { manifest, templates: loadMails(dist) };
}

/** @throws BuildError */
export function readManifest(dist: string): SiteManifest {
  const file = join(dist, '.build', 'manifest.json');
  if (!existsSync(file)) throw new BuildError(`${dist} holds no built site. Run: npm run build`);
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<SiteManifest> | null;
    if (
      manifest?.documents &&
      manifest.consentTexts &&
      manifest.books &&
      manifest.optionalFields &&
      manifest.retentionMonths
    )
      return manifest as SiteManifest;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BuildError(`${file} is damaged. Run: npm run build`);
}

/**
 * Loads the mails from the build.
 * @throws BuildError if they are missing or damaged.
 */
export function loadMails(dist: string): MailTemplates {
  const file = join(dist, '.build', 'mails.json');
  if (!existsSync(file)) throw new BuildError(`${file} is missing. Run: npm run build`);
  try {
    const templates: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (areTemplates(templates)) return templates;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BuildError(`${file} is damaged. Run: npm run build`);
}

function areTemplates(value: unknown): value is MailTemplates {
  const templates = value as { [M in MailName]?: { [L in Language]?: Partial<MailTemplate> } } | null;
  return (Object.keys(MAILS) as MailName[]).every((name) =>
    LANGUAGES.every((language) => {
      const { subject, html, text } = templates?.[name]?.[language] ?? {};
      return subject && html && text && areFilled(name, subject + html + text);
    }),
  );
}

/** Whether this program knows all that is to be filled in. */
function areFilled(name: MailName, text: string): boolean {
  const known: readonly string[] = MAILS[name];
  return [...text.matchAll(/\{\{\??(\w+)\}\}/g)].every(([, value = '']) => known.includes(value));
}

function readFiles(dist: string, former?: Map<string, BuiltFile>): Map<string, BuiltFile> {
  const root = join(dist, sep).length;
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root).replaceAll(sep, '/'))
    .filter((name) => !name.startsWith('.build/') || name.startsWith(PAGES))
    .filter((name) => !FOR_STATIC_HOSTS.test(name));
  const there = new Set(names);
  let size = 0;
  function read(name: string): Buffer {
    const content = readFileSync(join(dist, name));
    size += content.length;
    if (size > LARGEST_BUILD) throw new BuildError(`${dist} is larger than 64 MiB: that is not a built site`);
    return content;
  }
  const readIfThere = (name: string) => (there.has(name) ? read(name) : null);
  const isCompressed = (name: string) => /\.(br|gz)$/.test(name) && there.has(name.slice(0, -3));
  const plain = names.filter((name) => !isCompressed(name));
  return new Map(
    plain.map((name) => [
      name,
      (name.startsWith('static/') ? former?.get(name) : undefined) ??
        builtFile(() => read(name), readIfThere(`${name}.br`), readIfThere(`${name}.gz`)),
    ]),
  );
}

function builtFile(plain: () => Buffer, br: Buffer | null, gzip: Buffer | null): BuiltFile {
  if (gzip === null) return { identity: plain(), br, gzip };
  return {
    get identity() {
      return gunzipSync(gzip);
    },
    br,
    gzip,
  };
}
