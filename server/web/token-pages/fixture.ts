import type { TestContext } from 'node:test';
import type { TokenState } from '#contract/pages.ts';
import { ask, FORM_TYPE, readFixtureBuild, startApp, type TestStore } from '#server/fixture.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { subscription } from '#server/list/fixture.ts';
import { createSubscriptionLife } from '#server/list/life.ts';
import { createLink } from '#server/list/link-token.ts';
import { createLinkPages } from './token-pages.ts';

export const NOW = Date.UTC(2026, 6, 1);
const SITE = 'http://localhost:3000';
const secrets = createSecrets(['a-key-a-key-a-key-a-key-a-key-a-key-']);

/** The pages of links on `store`, and what to do with them. */
export async function startPages(t: TestContext, store: TestStore) {
  const life = createSubscriptionLife(store, () => NOW);
  const build = readFixtureBuild(t);
  const links = createLinkPages({ build, siteUrl: SITE, secrets, life, now: () => NOW });
  const { port } = await startApp(t, { links, siteUrl: SITE });

  async function signUp(name: string): Promise<number> {
    await store.add(subscription(name, { language: 'pt' }));
    const found = store.query
      .selectFrom('subscription')
      .select('id')
      .where('key', '=', `${name}@example.com`);
    return (await found.executeTakeFirstOrThrow()).id;
  }
  /** Status, and where it leads or what it shows. */
  async function open(path: string, press?: string): Promise<string> {
    const headers = { ...FORM_TYPE, accept: 'text/html' };
    const asked = press === undefined ? { headers } : { headers, method: 'POST', body: press };
    const { status, headers: answered, body } = await ask(port, path, asked);
    return `${status} ${answered.location ?? /expired|ADDRESS=[^;]*/.exec(body.toString())?.[0] ?? ''}`;
  }
  return { store, life, port, signUp, open };
}

export function linkFor(purpose: TokenState, number: number, key: string): string {
  const link = { purpose, subscription: number, key, language: 'pt' as const, now: NOW };
  return createLink(secrets, SITE, link).slice(SITE.length);
}
