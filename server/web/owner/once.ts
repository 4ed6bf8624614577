import type { IncomingMessage } from 'node:http';
import { beginOnce, endOnce } from '#server/owners/idempotency.ts';
import { hashOfToken } from '#server/owners/token.ts';
import type { Answer, Ask } from './route.ts';

const KEY = /^[\w-]{8,64}$/;
const PURPOSE = 'kept answer';

/**
 * With `Idempotency-Key` a post is executed once within a day: a repeat gets the first answer, also if that
 * was lost on its way. Without the header it is executed each time.
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
  const request = hashOfToken(`${url}\n${sent}`);
  const begun = await beginOnce(write, { ...which, request, now: now() });
  if (begun.state === 'under-way') return { problem: 'under-way', retryAfter: 1 };
  // Null: the keys have changed since. It was done, and is not repeated.
  const before = begun.state === 'again' ? secrets.open(PURPOSE, claim, begun.answer) : null;
  if (before !== null) return JSON.parse(before) as Answer;
  if (begun.state !== 'new') return { problem: 'conflict' };
  let answer: Answer | null = null;
  try {
    answer = await act();
    return answer;
  } finally {
    // A refused request, or a file, is executed again. Encrypted: answers contain links and addresses, which
    // an erasure could not find.
    const isDone = answer !== null && 'json' in answer;
    await endOnce(write, which, isDone ? secrets.seal(PURPOSE, claim, JSON.stringify(answer)) : null);
  }
}

/** Returns null if nested too deeply: JSON.parse has no depth limit, JSON.stringify does. */
function asText(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}
