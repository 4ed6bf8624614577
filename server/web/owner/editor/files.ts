import * as v from 'valibot';
import { FILE_PIECE_BYTES, MOST_FILE_BYTES } from '#contract/content/content.ts';
import { FILE_KINDS } from '#contract/content/file-kinds.ts';
import type { Fault, MustCode } from '#contract/content/problems.ts';
import type { FileBegun, FileLook, FileRefused } from '#contract/owner/site.ts';
import { beginUpload, endUpload, storePiece } from '#server/content/upload.ts';
import { inspectFile } from '#server/publish/owner-files.ts';
import { text, whole } from '#server/web/owner/body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  NOT_NOW,
  type OwnerRoute,
  post,
  wrongField,
} from '#server/web/owner/route.ts';

const PIECE_TEXT = Math.ceil(FILE_PIECE_BYTES / 3) * 4;
const HASH = { hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) };
const FILE = v.object({ ...HASH, name: text(1_000), bytes: whole(1) });
const PIECE = v.object({
  ...HASH,
  n: whole(0, MOST_FILE_BYTES / FILE_PIECE_BYTES),
  data: v.pipe(text(PIECE_TEXT), v.base64()),
});
const END = v.object(HASH);

export const FILES_ROUTES: readonly OwnerRoute[] = [
  post('never', '/site/files', 'Begins an upload in pieces, or says where to go on with it.', begin, FILE),
  post('never', '/site/files/piece', 'Stores a piece of an upload.', takePiece, PIECE, PIECE_TEXT + 1024),
  post('never', '/site/files/end', 'Ends an upload, and says what the file is.', end, END),
];

async function begin({ body, parts }: Ask<typeof FILE>): Promise<Answer> {
  if (body.bytes > MOST_FILE_BYTES) return refused('too-large', '50 MB');
  const begun = await beginUpload(parts.write, body, parts.now());
  if (begun === 'no-room') return refused('no-room', '500 MB');
  return { json: begun satisfies FileBegun };
}

async function takePiece({ body, parts }: Ask<typeof PIECE>): Promise<Answer> {
  const { hash, n, data } = body;
  const stored = await storePiece(parts.write, { hash, n, data: Buffer.from(data, 'base64') });
  if (stored === 'missing') return NOT_NOW;
  return stored === 'wrong' ? wrongField('data', 'length') : DONE;
}

async function end({ body, parts, audit }: Ask<typeof END>): Promise<Answer> {
  const ended = await endUpload(parts.write, body.hash);
  if (ended.is !== 'stored') return NOT_STORED[ended.is];
  const { name: file, bytes } = ended;
  const { read, config, now, log } = parts;
  const found = await inspectFile({ read, dataDir: config.dataDir, now }, file);
  if (found.is === 'refused') return refusedFor(found.fault);
  if (found.is === 'failed') {
    log.error('an uploaded file could not be looked at', { why: found.why, reason: found.said });
    return { problem: found.why === 'full' ? 'disk-full' : 'unavailable', retryAfter: 10 };
  }
  await audit('site-uploaded', { file, bytes });
  return look(
    'pages' in found.facts
      ? { is: 'book', file, bytes, pages: found.facts.pages }
      : found.facts.kind === 'svg'
        ? { is: 'logo', file, bytes }
        : { is: 'picture', file, bytes, width: found.facts.width, height: found.facts.height },
  );
}

const WHY: Partial<Record<MustCode, [why: FileRefused['why'], unit: string]>> = {
  'picture-large': ['too-large', ' MP'],
  'logo-large': ['too-large', ' KB'],
  logo: ['shapes', ''],
  'logo-unsafe': ['shapes', ''],
  'book-locked': ['locked', ''],
};

function refusedFor({ code, limit }: Fault): Answer {
  const [why, unit] = WHY[code] ?? ['kind', ''];
  return refused(why, limit + unit);
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
  'too-large': refused('too-large', '20 MB'),
};
