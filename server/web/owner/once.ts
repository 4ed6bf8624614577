import type { IncomingMessage } from 'node:http';
import { beginOnce, endOnce } from '#server/owners/idempotency.ts';
import { hashOf } from '#server/owners/token.ts';
import type { Answer, Ask } from './route.ts';

const KEY = /^[\w-]{8,64}$/;

/**
 * With `Idempotency-Key` a post is done once within a day: sent again it gets the first answer, also when that was lost
 * on its way. Without one it is done each time.
 */
export async function doOnce(
  { headers, url = '' }: IncomingMessage,
  { owner, body, parts }: Ask,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const key = headers['idempotency-key'];
  if (key === undefined) return act();
  if (typeof key !== 'string' || !KEY.test(key)) return { problem: 'malformed' };
  const which = { owner: owner.id, key };
  const request = hashOf(`${url}\n${JSON.stringify(body)}`);
  const begun = await beginOnce(parts.write, { ...which, request, now: parts.now() });
  if (begun.state === 'again') return JSON.parse(begun.answer) as Answer;
  if (begun.state === 'under-way') return { problem: 'under-way', retryAfter: 1 };
  if (begun.state === 'other') return { problem: 'conflict' };
  let answer: Answer | null = null;
  try {
    answer = await act();
    return answer;
  } finally {
    // What was refused, or is a file, is done anew.
    const isDone = answer !== null && 'json' in answer;
    await endOnce(parts.write, which, isDone ? JSON.stringify(answer) : null);
  }
}
