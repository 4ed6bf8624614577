import type { BrowserContext } from '@playwright/test';
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
  const { id, token } = await withStore(store, 'write', ({ write }) => newSession(write, who));
  const cookie = { name: 'owner', value: token, url: addressOf(site), httpOnly: true } as const;
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
  return { id };
}
