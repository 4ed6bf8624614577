import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FILE_NAME, filesIn, type Content, type Json } from '#contract/content/content.ts';
import type { FileFacts } from '#contract/content/file-kinds.ts';
import { isDrawn, type DrawnField, type Exposed } from '#contract/content/pictures.ts';
import type { ValueFault, ContentProblem } from '#contract/content/problems.ts';
import { copyFiles } from '#server/content/copy-files.ts';
import { storeFile } from '#server/content/files.ts';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import type { LetterPicture } from '#contract/announcement.ts';
import type { PublisherJob } from '#publisher/order.ts';
import { drawingIn, inspectedIn, letterPictureIn } from './answers.ts';
import { FULL, isFull, type DiskFull } from './full-disk.ts';
import type { RenderDeps } from './render-content.ts';
import { PROGRAM, renderingsIn } from './renderings.ts';
import { runPublisher, type PublisherFailed } from './run-publisher.ts';
import { lookInTurn } from './turn.ts';

type FileDeps = Pick<RenderDeps, 'read' | 'dataDir' | 'now'>;

const BUSY = { is: 'failed', why: 'busy', said: 'too many files wait' } as const;
const HEAVY: ValueFault = { code: 'file-heavy', limit: '' };

/** Nobody knows whether the files are good. */
export type FilesFailed = PublisherFailed | DiskFull | typeof BUSY;
export type Inspected =
  | { is: 'inspected'; facts: FileFacts }
  | { is: 'refused'; fault: ValueFault }
  | FilesFailed;
/** `exposed`: where words are on the pictures; null: there are none. */
export type DrawnPictures =
  | { is: 'drawn'; exposed: Exposed | null }
  | { is: 'refused'; problems: ContentProblem[] }
  | FilesFailed;

/** What a stored file is, by its name; `refused`: no field can use it. One publisher at a time, up to a minute. */
export async function inspectFile(deps: FileDeps, name: string): Promise<Inspected> {
  const looked = await lookAtFile(deps, name, 'inspect', inspectedIn);
  return looked.is === 'looked' ? { is: 'inspected', facts: looked.answer } : looked;
}

export type DrawnForLetter =
  | { is: 'drawn'; picture: LetterPicture }
  | { is: 'refused'; fault: Pick<ValueFault, 'code'> | { code: 'no-room' } }
  | FilesFailed;

/** Draws a stored picture for a letter, and stores what is drawn as a file. */
export async function drawForLetter(
  deps: FileDeps & { write: Kysely<Tables> },
  name: string,
): Promise<DrawnForLetter> {
  const looked = await lookAtFile(deps, name, 'draw-for-letter', letterPictureIn);
  if (looked.is !== 'looked') return looked;
  const { jpeg, width, height } = looked.answer;
  const { write, dataDir, now } = deps;
  const stored = await storeFile(write, 'jpg', Readable.from([jpeg]), { most: jpeg.length, dataDir }, now());
  if (stored.is !== 'stored') return { is: 'refused', fault: { code: 'no-room' } };
  return { is: 'drawn', picture: { file: stored.name, width, height, bytes: stored.bytes } };
}

async function lookAtFile<T extends object>(
  { read, dataDir }: Pick<FileDeps, 'read' | 'dataDir'>,
  name: string,
  does: 'inspect' | 'draw-for-letter',
  answerIn: (answer: unknown) => T | ValueFault | null,
): Promise<{ is: 'looked'; answer: T } | { is: 'refused'; fault: ValueFault } | FilesFailed> {
  if (!FILE_NAME.test(name)) return notThere(name);
  const { files } = renderingsIn(dataDir);
  const order: PublisherJob = { does, program: PROGRAM, file: join(files, name) };
  const ended = await withFiles({ read, dataDir }, [name], (signal) =>
    runPublisher(order, answerIn, { signal }),
  );
  if (ended.is === 'missing') return notThere(name);
  // It would end a rendering, too.
  if (isHeavy(ended)) return { is: 'refused', fault: HEAVY };
  if (ended.is === 'failed' && ended.why === 'ended')
    return { is: 'refused', fault: { code: 'file-opens', limit: '' } };
  if (ended.is === 'failed') return ended;
  const { answer } = ended;
  return 'code' in answer ? { is: 'refused', fault: answer } : { is: 'looked', answer };
}

function notThere(name: string): { is: 'refused'; fault: ValueFault } {
  return { is: 'refused', fault: { code: 'file-there', limit: name } };
}

const NOTHING = { is: 'drawn', exposed: null } as const;

/**
 * Draws all that pages show of a field's pictures, or in its accent, so that publishing them is quick; what was drawn before is not drawn
 * again. One publisher at a time, up to a minute.
 * @param value checked by `fieldProblems`.
 */
export async function drawPicture(deps: FileDeps, field: DrawnField, value: Json): Promise<DrawnPictures> {
  const names = filesIn(value);
  if (names.length === 0 && field !== 'brand.accent') return NOTHING;
  const { files, drawn } = renderingsIn(deps.dataDir);
  const content: Content = { [field]: value };
  const order: PublisherJob = { does: 'draw', program: PROGRAM, content, files, drawn, now: deps.now() };
  const ended = await withFiles(deps, names, async (signal) => {
    await mkdir(drawn, { recursive: true });
    return runPublisher(order, drawingIn, { signal });
  });
  if (ended.is === 'missing')
    return { is: 'refused', problems: [{ field, at: '', code: 'file-there', limit: ended.name }] };
  if (isHeavy(ended)) return { is: 'refused', problems: [{ field, at: '', ...HEAVY }] };
  if (ended.is === 'failed') return ended;
  const { problems, exposed } = ended.answer;
  return problems.length === 0 ? { is: 'drawn', exposed } : { is: 'refused', problems };
}

/** Draws the pictures of a checked content and checks its books, up to the first field with a problem. */
export async function prepareFiles(deps: FileDeps, content: Content): Promise<DrawnPictures> {
  for (const [field, value] of Object.entries(content)) {
    const prepared = isDrawn(field)
      ? await drawPicture(deps, field, value)
      : await inspectAll(deps, field, value);
    if (prepared.is !== 'drawn') return prepared;
  }
  return NOTHING;
}

async function inspectAll(deps: FileDeps, field: string, value: Json): Promise<DrawnPictures> {
  for (const name of filesIn(value)) {
    const inspected = await inspectFile(deps, name);
    if (inspected.is === 'refused')
      return { is: 'refused', problems: [{ field, at: '', ...inspected.fault }] };
    if (inspected.is === 'failed') return inspected;
  }
  return NOTHING;
}

/** Copies files out of the store for a publisher. `missing`: the store lacks one. */
async function withFiles<T extends { is: string }>(
  { read, dataDir }: Pick<FileDeps, 'read' | 'dataDir'>,
  names: string[],
  run: (signal: AbortSignal) => Promise<T | PublisherFailed>,
): Promise<T | FilesFailed | { is: 'missing'; name: string }> {
  const looked = await lookInTurn(async (signal) => {
    try {
      const [missing] = await copyFiles(read, names, renderingsIn(dataDir).files);
      if (missing !== undefined) return { is: 'missing' as const, name: missing };
      const ended = await run(signal);
      return ended.is === 'failed' && isFull((ended as PublisherFailed).said) ? FULL : ended;
    } catch (error) {
      if (isFull((error as NodeJS.ErrnoException).code)) return FULL;
      throw error;
    }
  });
  return looked ?? BUSY;
}

/** Whether the file took more memory or time than a publisher has. */
function isHeavy(ended: { is: string; why?: string }): boolean {
  return ended.is === 'failed' && (ended.why === 'killed' || ended.why === 'late');
}
