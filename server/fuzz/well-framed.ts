import { BODIES } from '#server/fuzz/bodies.ts';
import { HEADS } from '#server/fuzz/heads.ts';
import type { Random } from '#server/fuzz/random.ts';
import { bytesOf, type FuzzRequest } from '#server/fuzz/request.ts';

const MAKERS = { ...BODIES, ...HEADS };
const KINDS = Object.keys(MAKERS);

/** A request whose end every reader sees in the same place, and therefore with one answer. The same for an index. */
export function makeWellFramed(random: Random, index: number): FuzzRequest {
  const kind = KINDS[random.below(KINDS.length)] ?? '';
  const made = MAKERS[kind]?.(random, index) ?? { expected: 'answered' };
  return { kind, bytes: bytesOf(made), head: made.method === 'HEAD', expected: made.expected };
}
