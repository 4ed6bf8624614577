import * as v from 'valibot';
import {
  FILE_PIECE_BYTES,
  inMegabytes,
  MOST_FILE_BYTES,
  MOST_FILES_BYTES,
  MOST_PICTURE_BYTES,
} from '#contract/content/content.ts';
import { FILE_KINDS, type FileFacts } from '#contract/content/file-kinds.ts';
import { UNDER_WORDS, type Exposed } from '#contract/content/pictures.ts';
import { isLogoCode, type ValueFault, type MustCode } from '#contract/content/problems.ts';
import type { FileBegun, FileLook, FileRefused } from '#contract/owner/site.ts';
import { fileBytes } from '#server/content/files.ts';
import { beginUpload, endUpload, storePiece } from '#server/content/upload.ts';
import { drawPicture, inspectFile } from '#server/publish/owner-files.ts';
import { text, integerField } from '#server/web/owner/body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  NOT_FOUND,
  NOT_NOW,
  type OwnerRoute,
  post,
  wrongField,
} from '#server/web/owner/route.ts';
import { editorOf } from './editor.ts';

/** More than a site has at once. */
const MOST_LOOKS = 200;
const PIECE_TEXT = Math.ceil(FILE_PIECE_BYTES / 3) * 4;
const HASH = { hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) };
const FILE = v.object({ ...HASH, name: text(1_000), bytes: integerField(1) });
const PIECE = v.object({
  ...HASH,
  n: integerField(0, MOST_FILE_BYTES / FILE_PIECE_BYTES),
  data: v.pipe(text(PIECE_TEXT), v.base64()),
});
const END = v.object(HASH);
const SHARE = v.pipe(v.string(), v.decimal(), v.transform(Number), v.minValue(0), v.maxValue(1));
/** A picture's place, and its focal point. */
const PLACE = v.object({ field: v.picklist(UNDER_WORDS), x: SHARE, y: SHARE });

export const FILES_ROUTES: readonly OwnerRoute[] = [
  post('never', '/site/files', 'Begins an upload in pieces, or says where to go on with it.', begin, FILE),
  post('never', '/site/files/piece', 'Stores a piece of an upload.', takePiece, PIECE, PIECE_TEXT + 1024),
  post('never', '/site/files/end', 'Ends an upload, and says what the file is.', end, END),
  get('/site/files/:name/look', 'Says what a stored file is, as at the end of its upload.', showLook),
];

async function begin({ body, parts }: Ask<typeof FILE>): Promise<Answer> {
  if (body.bytes > MOST_FILE_BYTES) return refused('too-large', inMegabytes(MOST_FILE_BYTES));
  const begun = await beginUpload(parts.write, body, parts.now());
  if (begun === 'no-room') return refused('no-room', inMegabytes(MOST_FILES_BYTES));
  return { json: begun satisfies FileBegun };
}

async function takePiece({ body, parts }: Ask<typeof PIECE>): Promise<Answer> {
  const { hash, n, data } = body;
  const stored = await storePiece(parts.write, { hash, n, data: Buffer.from(data, 'base64') });
  if (stored === 'missing') return NOT_NOW;
  return stored === 'wrong' ? wrongField('data', 'length') : DONE;
}

async function showLook({ params, query, parts }: Ask): Promise<Answer> {
  const { name = '' } = params;
  const bytes = await fileBytes(parts.read, name);
  if (bytes === null) return NOT_FOUND;
  const seen = await lookAt(parts, name, bytes);
  if (!('is' in seen)) return seen;
  const place = v.safeParse(PLACE, Object.fromEntries(query));
  if (seen.is !== 'picture' || !place.success) return look(seen);
  const asked = `${name} ${JSON.stringify(place.output)}`;
  const known = editorOf(parts).looks.get(asked);
  if (known !== undefined) return look(known);
  const exposed = await exposedAt(parts, name, place.output);
  if (exposed === null) return look(seen);
  keepLook(parts, asked, { ...seen, exposed });
  return look({ ...seen, exposed });
}

/** Drawn as once it is saved. Null: it cannot be, as its field says then. */
async function exposedAt(
  { read, config, now }: Ask['parts'],
  file: string,
  { field, ...focus }: v.InferOutput<typeof PLACE>,
): Promise<Exposed | null> {
  const value = { dark: { file, focus }, light: null };
  const drawn = await drawPicture({ read, dataDir: config.dataDir, now }, field, value);
  return drawn.is === 'drawn' ? drawn.exposed : null;
}

async function end({ body, parts, audit }: Ask<typeof END>): Promise<Answer> {
  const ended = await endUpload(parts.write, body.hash);
  if (ended.is !== 'stored') return NOT_STORED[ended.is];
  const { name: file, bytes } = ended;
  const seen = await lookAt(parts, file, bytes);
  if (!('is' in seen)) return seen;
  if (seen.is !== 'refused') await audit('site-uploaded', { file, bytes });
  return look(seen);
}

/** What a stored file is: read once, since its name depends on its content. */
async function lookAt(
  parts: Ask['parts'],
  file: string,
  bytes: number,
): Promise<FileLook | Extract<Answer, { problem: unknown }>> {
  const { read, config, now, log } = parts;
  const known = editorOf(parts).looks.get(file);
  if (known !== undefined) return known;
  const found = await inspectFile({ read, dataDir: config.dataDir, now }, file);
  if (found.is === 'failed') {
    log.error('an uploaded file could not be processed', { why: found.why, reason: found.said });
    return { problem: found.why === 'full' ? 'disk-full' : 'unavailable', retryAfter: 10 };
  }
  const seen = found.is === 'refused' ? refusalFor(found.fault) : lookOf(found.facts, file, bytes);
  // On a less busy day it may not be too much.
  if ('why' in seen && seen.why === 'heavy') return seen;
  keepLook(parts, file, seen);
  return seen;
}

function keepLook(parts: Ask['parts'], asked: string, seen: FileLook): void {
  const { looks } = editorOf(parts);
  if (looks.size >= MOST_LOOKS) looks.clear();
  looks.set(asked, seen);
}

function lookOf(facts: FileFacts, file: string, bytes: number): FileLook {
  if ('pages' in facts) return { is: 'book', file, bytes, pages: facts.pages };
  if (facts.kind === 'svg') return { is: 'logo', file, bytes };
  return { is: 'picture', file, bytes, width: facts.width, height: facts.height };
}

const WHY: Partial<Record<MustCode, [why: FileRefused['why'], unit: string]>> = {
  'picture-large': ['too-large', ' MP'],
  'book-locked': ['locked', ''],
  'picture-cut': ['cut', ''],
  picture: ['unopened', ''],
  'file-opens': ['unopened', ''],
  'file-heavy': ['heavy', ''],
};

function refusalFor({ code, limit }: ValueFault): FileLook {
  if (isLogoCode(code)) return { is: 'refused', why: code, limit };
  const [why, unit] = WHY[code] ?? ['kind', ''];
  return { is: 'refused', why, limit: limit + unit };
}

function refused(why: FileRefused['why'], limit: string): Answer {
  return look({ is: 'refused', why, limit });
}

function look(json: FileLook): Answer {
  return { json };
}

const NOT_STORED = {
  missing: NOT_NOW,
  other: wrongField('hash', 'other'),
  kind: refused('kind', FILE_KINDS.join(', ')),
  'too-large': refused('too-large', inMegabytes(MOST_PICTURE_BYTES)),
};
