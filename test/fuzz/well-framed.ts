import { BODIES } from './bodies.ts';
import { HEADS } from './heads.ts';
import type { Random } from './random.ts';
import { bytesOf, type FuzzRequest } from './request.ts';

const MAKERS = { ...BODIES, ...HEADS };
const KINDS = Object.keys(MAKERS);

/** A request with an unambiguous end, and therefore one answer. Deterministic for an index. */
export function makeWellFramed(random: Random, index: number): FuzzRequest {
  const kind = KINDS[random.below(KINDS.length)] ?? '';
  const made = MAKERS[kind]?.(random, index) ?? { expected: 'answered' };
  return { kind, bytes: bytesOf(made), head: made.method === 'HEAD', expected: made.expected };
}
