import type { IncomingMessage } from 'node:http';
import { beginOnce, endOnce } from '#server/owners/idempotency.ts';
import { hashOf } from '#server/owners/token.ts';
import type { Answer, Ask } from './route.ts';

const KEY = /^[\w-]{8,64}$/;
const PURPOSE = 'kept answer';

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
  const { write, secrets, now } = parts;
  const which = { owner: owner.id, key };
  const claim = Buffer.from(`${owner.id} ${key}`);
  const sent = asText(body);
  if (sent === null) return { problem: 'malformed' };
  const request = hashOf(`${url}\n${sent}`);
  const begun = await beginOnce(write, { ...which, request, now: now() });
  if (begun.state === 'under-way') return { problem: 'under-way', retryAfter: 1 };
  // Null: the keys are others since. It was done, and is not done again.
  const before = begun.state === 'again' ? secrets.open(PURPOSE, claim, begun.answer) : null;
  if (before !== null) return JSON.parse(before) as Answer;
  if (begun.state !== 'new') return { problem: 'conflict' };
  let answer: Answer | null = null;
  try {
    answer = await act();
    return answer;
  } finally {
    // What was refused, or is a file, is done anew. Sealed: there are links in answers, and addresses, which an erasure could
    // not find.
    const isDone = answer !== null && 'json' in answer;
    await endOnce(write, which, isDone ? secrets.seal(PURPOSE, claim, JSON.stringify(answer)) : null);
  }
}

/** Null where it is nested deeper than anything that is understood: JSON is read as deep as it comes, not written. */
function asText(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}
