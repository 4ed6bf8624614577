import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { FILE_NAME, filesIn, MOST_KEY_LENGTH, type Content } from '#contract/content/content.ts';
import { EDITOR_MAILS, type EditorShows } from '#contract/content/editor.ts';
import { documentsOf } from '#contract/documents.ts';
import { LANGUAGES } from '#contract/language.ts';
import { MOST_OVER, MOST_OVER_LENGTH } from '#contract/owner/preview.ts';
import { siteSettings } from '#server/config.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import { readFileStream } from '#server/content/files.ts';
import { previewsIn } from '#server/publish/preview.ts';
import { readDrafted } from '#server/publish/publish.ts';
import { renderingsIn } from '#server/publish/renderings.ts';
import { contentTypeOf } from '#server/web/pages/content-type.ts';
import { text } from './body.ts';
import { type Answer, type Ask, get, NOT_FOUND, type OwnerRoute, post, wrongField } from './route.ts';

const MAILS = Object.values(EDITOR_MAILS).flatMap(({ shows }) => shows.map(({ mail }) => mail));
const OVER = v.pipe(v.record(text(MOST_KEY_LENGTH), v.unknown()), v.maxEntries(MOST_OVER));
const PREVIEW = v.object({
  page: v.nullish(text(20), null),
  state: v.nullish(text(20), null),
  mail: v.nullish(v.picklist(MAILS), null),
  language: v.picklist(LANGUAGES),
  over: v.optional(OVER, {}),
});
/** Bytes: some fields at their longest. */
const BODY_LIMIT = 256 * 1024;

export const PREVIEW_ROUTES: readonly OwnerRoute[] = [
  post(
    'never',
    '/site/preview',
    'Draws a `page` in a `state`, or a `mail`, from the draft, with the values of `over` before it. Stores nothing.',
    preview,
    PREVIEW,
    BODY_LIMIT,
  ),
  get('/site/frame', 'Shows an empty document, which the dashboard frames and fills with a preview.', frame),
  get('/site/files/:name', 'Shows a file of the owner, by the name it is stored under.', showFile),
  get('/site/drawn/:name', 'Shows a cut that was drawn of a picture.', showDrawn),
];

const EMPTY =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title></title></head><body></body></html>';

function frame({ parts }: Ask): Promise<Answer> {
  // The owner is about to see a preview.
  void previewsIn(parts.config.dataDir).warm();
  return Promise.resolve({ frame: EMPTY, holds: 'page' });
}

async function preview({ owner, body, parts }: Ask<typeof PREVIEW>): Promise<Answer> {
  const { page, state, mail, language } = body;
  const shows = mail === null ? pageOf(page, state) : { mail };
  if (shows === null) return wrongField(page === null ? 'page' : 'state', 'invalid');
  if (Object.values(body.over).some((value) => lengthOf(value) > MOST_OVER_LENGTH))
    return wrongField('over', 'too-long');
  const { config, read, now } = parts;
  const { content } = await readDrafted(read);
  const over = body.over as Content;
  // Other files the browser asks for itself.
  const logo = [content, over].flatMap((one) => filesIn(one['brand.logo'] ?? null));
  const { files } = renderingsIn(config.dataDir);
  await copyFiles(
    read,
    logo.filter((name) => FILE_NAME.test(name)),
    files,
  );
  const job = { content, over, shows, language, settings: siteSettings(config), now: now() };
  const previewed = await previewsIn(config.dataDir).draw(owner.id, job);
  if (previewed.is === 'drawn') return { json: previewed.made };
  if (previewed.is === 'replaced') return { problem: 'under-way' };
  if (previewed.why === 'late') return { problem: 'unavailable', retryAfter: 1 };
  throw new Error(`The preview could not be drawn (${previewed.why}): ${previewed.said}`);
}

function pageOf(page: string | null, state: string | null): EditorShows | null {
  return documentsOf(true).find((one) => one.page === page && one.state === state) ?? null;
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

function showDrawn({ params, parts }: Ask): Promise<Answer> {
  const { name = '' } = params;
  const [, kept = ''] = DRAWN.exec(name) ?? [];
  const file = join(renderingsIn(parts.config.dataDir).drawn, kept);
  const isThere = kept !== '' && existsSync(file);
  return Promise.resolve(isThere ? { picture: bytesOf(file), type: contentTypeOf(name) } : NOT_FOUND);
}

/** Opens the file when it is read. */
async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}
