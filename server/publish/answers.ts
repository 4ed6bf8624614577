import { FILE_KINDS, fileKind, type FileFacts } from '#contract/content/file-kinds.ts';
import { LETTER_PICTURE, type Size } from '#contract/content/pictures.ts';
import type { DrawResult } from '#publisher/order.ts';
import { MUST, type ValueFault, type ContentProblem } from '#contract/content/problems.ts';

/** The problems in a publisher's answer; null: it is not a list of them. */
export function problemsIn(answer: unknown): ContentProblem[] | null {
  return Array.isArray(answer) && answer.every(isProblem) ? answer : null;
}

/** What a publisher says of pictures that it drew; null: it says nothing that makes sense. */
export function drawingIn(answer: unknown): DrawResult | null {
  const { problems, exposed } = membersOf(answer);
  const { dark, light } = membersOf(exposed);
  return problemsIn(problems) && [dark, light].every((one) => typeof one === 'number')
    ? (answer as DrawResult)
    : null;
}

/** What a publisher says of a file; null: it says nothing that makes sense. */
export function inspectedIn(answer: unknown): FileFacts | ValueFault | null {
  return isFault(answer) || isFileFacts(answer) ? answer : null;
}

/** What a publisher has drawn for a letter; null: it says nothing that makes sense. */
export function letterPictureIn(answer: unknown): (Size & { jpeg: Buffer }) | ValueFault | null {
  if (isFault(answer)) return answer;
  const { jpeg: sent, width, height } = membersOf(answer);
  const { most, longest, bytes } = LETTER_PICTURE;
  const isSize = isWithin(width, most.width) && isWithin(height, most.width * longest);
  if (typeof sent !== 'string' || !isSize) return null;
  const jpeg = Buffer.from(sent, 'base64');
  const kind = fileKind(jpeg.toString('latin1', 0, 1024));
  return kind === 'jpg' && jpeg.length <= bytes ? { jpeg, width, height } : null;
}

function isWithin(value: unknown, most: number): value is number {
  return isPositive(value) && value <= most && Number.isInteger(value);
}

function isProblem(value: unknown): value is ContentProblem {
  const { field, at } = membersOf(value);
  return [field, at].every((one) => typeof one === 'string') && isFault(value);
}

function isFault(value: unknown): value is ValueFault {
  const { code, limit, found = '' } = membersOf(value);
  return [code, limit, found].every((one) => typeof one === 'string') && Object.hasOwn(MUST, String(code));
}

function isFileFacts(value: unknown): value is FileFacts {
  const { kind, width, height, pages } = membersOf(value);
  if (!FILE_KINDS.some((one) => one === kind)) return false;
  if (kind === 'pdf' || kind === 'epub') return pages === null || isPositive(pages);
  return isPositive(width) && isPositive(height);
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function membersOf(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>;
}
