import { randomBytes } from 'node:crypto';
import type { Secrets } from '#server/store/secrets/secrets.ts';

/** The path at which a server proves who it is. */
export const THIS_SERVER = '/api/this-server';

const PURPOSE = 'this server';
const QUESTION = /^[\w-]{32}$/;
/** Milliseconds. */
const PATIENCE = 5_000;
const LONGEST_ANSWER = 100;

/** Answers a question as only the servers with these keys can; null if it is none. */
export function answerQuestion(secrets: Secrets, question: string): string | null {
  return QUESTION.test(question) ? secrets.sign(PURPOSE, question) : null;
}

/** Whether this server, or another one on its store, answers at an origin. Follows no redirect. */
export async function askAddress(
  siteUrl: string,
  secrets: Secrets,
): Promise<'this-server' | 'no-answer' | 'other-server'> {
  const question = randomBytes(24).toString('base64url');
  try {
    const response = await fetch(`${siteUrl}${THIS_SERVER}?question=${question}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = response.ok ? answerIn(await firstOf(response)) : '';
    return secrets.verify(PURPOSE, question, answer) ? 'this-server' : 'other-server';
  } catch {
    return 'no-answer';
  }
}

function answerIn(text: string): string {
  try {
    const { answer } = JSON.parse(text) as { answer?: unknown };
    return String(answer);
  } catch {
    return '';
  }
}

/** As much of the body as an answer may have. */
async function firstOf({ body }: Response): Promise<string> {
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length > LONGEST_ANSWER) break;
  }
  return text;
}
