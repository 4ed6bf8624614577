import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { FILE_NAME, filesIn, MOST_KEY_LENGTH, type Content } from '#contract/content/content.ts';
import { EDITOR_MAILS, type EditorMail, type EditorShows } from '#contract/content/editor.ts';
import { readableContent } from '#contract/content/check.ts';
import { documentsOf } from '#contract/documents.ts';
import { type Language, LANGUAGES } from '#contract/language.ts';
import { withoutMarks } from '#contract/marks.ts';
import { MOST_OVER, MOST_OVER_LENGTH, type PreviewMade } from '#contract/owner/preview.ts';
import { siteSettings } from '#server/base/config.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import { readEdition } from '#server/content/editions.ts';
import { readFileStream } from '#server/content/files.ts';
import { isPurpose } from '#server/launch/purposes.ts';
import { previewsIn } from '#server/publish/preview.ts';
import { programWords } from '#server/publish/program-words.ts';
import { readDrafted } from '#server/publish/publish.ts';
import { renderingsIn } from '#server/publish/renderings.ts';
import { contentTypeOf } from '#server/web/pages/content-type.ts';
import { text, integerField } from '../body.ts';
import { letterTyped, previewAnnouncement } from '../launch/words.ts';
import {
  type Answer,
  type Ask,
  get,
  NOT_FOUND,
  NOT_NOW,
  type OwnerParts,
  type OwnerRoute,
  post,
  wrongField,
} from '../route.ts';
import { editorOf } from './editor.ts';

const MAILS = Object.values(EDITOR_MAILS).flatMap(({ shows }) => shows.map(({ mail }) => mail));
const OVER = v.pipe(v.record(text(MOST_KEY_LENGTH), v.unknown()), v.maxEntries(MOST_OVER));
const SHOWN = {
  page: v.nullish(text(20), null),
  state: v.nullish(text(20), null),
  mail: v.nullish(v.picklist(MAILS), null),
  announcement: v.nullish(text(40), null),
  as: v.nullish(v.picklist(['page']), null),
  language: v.picklist(LANGUAGES),
};
const PREVIEW = v.object({ ...SHOWN, version: v.nullish(integerField(1), null), over: v.optional(OVER, {}) });
/** The same of an address. */
const ALONE = v.object({
  ...SHOWN,
  version: v.nullish(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number)), null),
  theme: v.picklist(['light', 'dark']),
});
/** Bytes: some fields at their longest. */
const BODY_LIMIT = 256 * 1024;

export const PREVIEW_ROUTES: readonly OwnerRoute[] = [
  post(
    'never',
    '/site/preview',
    'Draws a `page` in a `state`, or a `mail`, from a `version` or else from the draft, with the values of `over` before it; or an `announcement`, a newsletter also `as` its `page`. Stores nothing.',
    preview,
    PREVIEW,
    BODY_LIMIT,
  ),
  get(
    '/site/preview',
    'Shows the same as a document: ?page=P&state=S, ?mail=M, or ?announcement=A (&as=page), with &language=L&theme=T, and &version=N.',
    showAlone,
  ),
  get('/site/frame', 'Shows an empty document, which the dashboard frames and fills with a preview.', frame),
  get('/site/files/:name', 'Shows a file of the owner, by the name it is stored under.', showFile),
  get('/site/drawn/:name', 'Returns a generated crop of a picture.', showDrawn),
];

const EMPTY =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head><body></body></html>';

function frame({ parts }: Ask): Promise<Answer> {
  // The owner is about to see a preview.
  void previewsIn(parts.config.dataDir).warm();
  return Promise.resolve({ frame: EMPTY, holds: 'page' });
}

async function preview({ owner, body, parts }: Ask<typeof PREVIEW>): Promise<Answer> {
  const drawn = await draw(`${owner.id}`, body, parts);
  return 'made' in drawn ? { json: drawn.made } : drawn;
}

/** Beside what the dashboard frames: neither takes the other's turn. */
async function showAlone({ owner, query, parts }: Ask): Promise<Answer> {
  const asked = v.safeParse(ALONE, Object.fromEntries(query));
  if (!asked.success) return NOT_FOUND;
  const drawn = await draw(`${owner.id}, alone`, { ...asked.output, over: {} }, parts);
  if (!('made' in drawn)) return drawn;
  return { frame: alone(drawn.made.html, asked.output.theme), holds: 'page' };
}

/** Without marks, and with links that stay: they would lead out of the draft. */
function alone(html: string, theme: 'light' | 'dark'): string {
  return withoutMarks(html)
    .replace(/(?<=<html\b[^>]*) data-theme="\w*"/, '')
    .replace('<html', `<html data-theme="${theme}"`)
    .replace(/(<a\b[^>]*? href=")[^"#][^"]*/g, '$1#');
}

type Wanted = {
  page: string | null;
  state: string | null;
  mail: EditorMail | null;
  announcement: string | null;
  as: 'page' | null;
  language: Language;
  /** Null: the draft. */
  version: number | null;
  over: Record<string, unknown>;
};

/** `who`: of several that wait under one name the last is drawn. */
async function draw(
  who: string,
  { page, state, mail, announcement, as, language, version, ...given }: Wanted,
  parts: OwnerParts,
): Promise<{ made: PreviewMade } | Answer> {
  const { config, read, now } = parts;
  if (Object.values(given.over).some((value) => lengthOf(value) > MOST_OVER_LENGTH))
    return wrongField('over', 'too-long');
  if (announcement !== null && !isPurpose(announcement)) return wrongField('announcement', 'invalid');
  if (announcement !== null && as === null) {
    const made = await previewAnnouncement(parts, announcement, language, given.over);
    return made === null ? NOT_NOW : { made };
  }
  const shows =
    announcement !== null
      ? { letter: await letterTyped(parts, announcement, given.over) }
      : mail === null
        ? pageOf(page, state)
        : { mail };
  if (shows === null) return wrongField(page === null ? 'page' : 'state', 'invalid');
  const content = await contentOf(read, version);
  if (content === null) return NOT_FOUND;
  // What is typed of a letter is in it.
  const over = announcement === null ? (given.over as Content) : {};
  // Other files the browser asks for itself.
  const logo = [content, over].flatMap((one) => filesIn(one['brand.logo'] ?? null));
  const { files } = renderingsIn(config.dataDir);
  await copyFiles(
    read,
    logo.filter((name) => FILE_NAME.test(name)),
    files,
  );
  const job = { content, over, shows, language, settings: siteSettings(config), now: now() };
  const previewed = await previewsIn(config.dataDir).draw(who, job);
  if (previewed.is === 'drawn') return { made: previewed.made };
  if (previewed.is === 'replaced') return { problem: 'under-way' };
  if (previewed.why === 'late') return { problem: 'unavailable', retryAfter: 1 };
  throw new Error(`The preview could not be drawn (${previewed.why}): ${previewed.said}`);
}

/** Null: there is no such version. */
async function contentOf(read: OwnerParts['read'], version: number | null): Promise<Content | null> {
  if (version === null) return (await readDrafted(read)).content;
  const edition = await readEdition(read, version);
  return edition && readableContent(edition.content, await programWords());
}

function pageOf(page: string | null, state: string | null): EditorShows | null {
  if (page === 'work' && state === 'idle') return { page, state };
  const documents = documentsOf({ books: [null], newsletter: 1 }).filter(
    (one) => one.page !== 'work' && one.page !== 'letter',
  );
  return documents.find((one) => one.page === page && one.state === state) ?? null;
}

/** Characters of a value as JSON; deeper than it can be written is too long. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Infinity;
  }
}

async function showFile({ params, parts }: Ask): Promise<Answer> {
  const { name = '' } = params;
  const file = await readFileStream(parts.read, name);
  if (file === null) return NOT_FOUND;
  const type = contentTypeOf(name);
  return type.startsWith('image/') ? { picture: file, type } : { file, name, type };
}

const DRAWN = /^([0-9a-f]{64})\.(?:avif|webp)$/;

async function showDrawn({ params, parts }: Ask): Promise<Answer> {
  const { name = '' } = params;
  const [, kept = ''] = DRAWN.exec(name) ?? [];
  const file = join(renderingsIn(parts.config.dataDir).drawn, kept);
  if (kept === '') return NOT_FOUND;
  // It may be one of those that are drawn just now.
  if (!existsSync(file)) await Promise.all(editorOf(parts).drawing.values());
  return existsSync(file) ? { picture: bytesOf(file), type: contentTypeOf(name) } : NOT_FOUND;
}

/** Opens the file when it is read. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}
