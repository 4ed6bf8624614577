import type { BrowserContext } from '@playwright/test';
import { knownBrowser } from '#server/owners/known-browser.ts';
import { openSecrets } from '#server/store/secrets/secrets.ts';
import { withStore } from '#server/store/existing.ts';
import { newSession, type Who } from '#test/fixtures/owner.ts';
import { addressOf, dataDirOf, type SiteName } from './sites.ts';

/** Creates an owner of one of the sites and signs this browser in. */
export async function signIn(
  context: BrowserContext,
  site: SiteName,
  who: Who = {},
): Promise<{ id: number }> {
  const store = { dataDir: dataDirOf(site), databaseUrl: null };
  const session = await withStore(store, 'write', ({ write }) => newSession(write, who));
  await context.addCookies(cookiesOf(addressOf(site), store.dataDir, session));
  return { id: session.id };
}

/** What a browser has after a sign-in. */
export function cookiesOf(url: string, dataDir: string, { id, token }: { id: number; token: string }) {
  const known = knownBrowser(openSecrets(null, dataDir), id);
  const common = { url, httpOnly: true };
  return [
    { ...common, name: 'owner', value: token, sameSite: 'Strict' as const },
    { ...common, name: 'owner-known', value: known, sameSite: 'Lax' as const },
  ];
}
