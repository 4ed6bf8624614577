import { withStore } from '#server/store/existing.ts';
import { newSession } from '#test/fixtures/owner.ts';
import type { Running } from './processes.ts';

/** Asks as a signed-in owner; with a body it posts. @throws when the answer is not 200 */
export type Owner = <T>(path: string, body?: object) => Promise<T>;

export async function signIn({ address }: Running, dataDir: string): Promise<Owner> {
  const { token } = await withStore({ dataDir, databaseUrl: null }, 'write', ({ write }) =>
    newSession(write),
  );
  const headers = {
    cookie: `owner=${token}`,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  return async <T>(path: string, body?: object) => {
    const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${address}/api/owner${path}`, { headers, ...posted });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return (await answer.json()) as T;
  };
}
