import { randomBytes } from 'node:crypto';
import type { Kysely } from '#kysely';
import { beginningOf } from '#server/base/beginning-of.ts';
import type { Log } from '#server/base/log.ts';
import { repeat, type Repeated } from '#server/base/repeat.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { removeSetting, writeSetting } from '#server/store/stored-setting.ts';
import { NEXT_ADDRESS } from './present.ts';

/** The path at which a server proves who it is. */
export const THIS_SERVER = '/api/this-server';

const PURPOSE = 'this server';
const QUESTION = /^[\w-]{32}$/;
/** Milliseconds. */
const PATIENCE = 5_000;
const LONGEST_ANSWER = 100;
const LOOK_MS = 30_000;

type TakeDeps = { write: Kysely<Tables>; secrets: Secrets };

/** Answers a question as only the servers with these keys can; null if it is none. */
export function answerQuestion(secrets: Secrets, question: string): string | null {
  return QUESTION.test(question) ? secrets.sign(PURPOSE, question) : null;
}

/** Whether this server, or another one on its store, answers at an origin. Follows no redirect. */
export async function answersAt(siteUrl: string, secrets: Secrets): Promise<boolean> {
  const question = randomBytes(24).toString('base64url');
  try {
    const response = await fetch(`${siteUrl}${THIS_SERVER}?question=${question}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    });
    const answer = response.ok ? answerIn(await beginningOf(response, LONGEST_ANSWER)) : '';
    return secrets.verify(PURPOSE, question, answer);
  } catch {
    return false;
  }
}

/** Goes by an address that waits once this server answers there, checked twice a minute. */
export function createAddressWatch(
  deps: TakeDeps & { nextAddress: () => string | null; log: Log },
): Repeated {
  return repeat(
    LOOK_MS,
    async () => {
      const address = deps.nextAddress();
      if (address !== null) await takeNextAddress(address, deps);
    },
    (error) => deps.log.error('the new address could not be taken', { error }),
  );
}

/** Goes by the address that waits if this server answers there now. Returns whether. */
export async function takeNextAddress(address: string, { write, secrets }: TakeDeps): Promise<boolean> {
  if (!(await answersAt(address, secrets))) return false;
  return write.transaction().execute(async (trx) => {
    // An owner may have taken it back meanwhile.
    if (!(await removeSetting(trx, NEXT_ADDRESS, address))) return false;
    await writeSetting(trx, 'SITE_URL', address);
    return true;
  });
}

function answerIn(text: string): string {
  try {
    const { answer } = JSON.parse(text) as { answer?: unknown };
    return String(answer);
  } catch {
    return '';
  }
}
