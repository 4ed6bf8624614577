import type { Page } from '@playwright/test';
import type { Language } from '#contract/language.ts';
import type { LookedLink, SessionInfo } from '#contract/owner/session.ts';
import { newSession } from '#test/fixtures/owner.ts';
import type { OwnerSite } from '../support/owner-site.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { answers, API, FAILED, settled, type View } from './view.ts';

/** The screens before the dashboard. */
export function signInViews(site: OwnerSite): View[] {
  const nobody = { who: 'nobody', path: '/' } as const;
  const out = (info: Partial<SessionInfo>) => (page: Page) =>
    answers<SessionInfo>(page, '/session', () => ({
      signedIn: false,
      address: site.address,
      mail: true,
      ended: null,
      ...info,
    }));
  const link = (looked: LookedLink) => (page: Page) =>
    page.route('**/session/link/look', (route) => route.fulfill({ json: looked }));
  const expiresAt = Date.now() + 600_000;
  const newcomer = async (language: Language) => {
    const { id } = await site.within(({ write }) => newSession(write, { language }));
    return site.link(id);
  };
  const open = { ...nobody, path: '/sign-in#token', presses: true, expected: FAILED };
  const comeIn = async (page: Page) => {
    await settled(page);
    await page.locator('main button').first().click();
    await page.locator('main form').waitFor();
  };
  return [
    { ...nobody, name: 'sign-in', presses: true, expected: FAILED },
    { ...nobody, name: 'sign-in, no mail', before: out({ mail: false }) },
    { ...nobody, name: 'sign-in, idle', before: out({ ended: 'idle' }) },
    { ...nobody, name: 'sign-in, day over', before: out({ ended: 'day' }) },
    {
      ...nobody,
      name: 'sign-in, mailed',
      arrange: async (page) => {
        await settled(page);
        await page.locator('main button').nth(1).click();
        await page.locator('main input[type=email]').fill('ana@example.com');
        await page.keyboard.press('Enter');
        await page.locator('main form').waitFor({ state: 'detached' });
      },
    },
    {
      ...nobody,
      name: 'sign-in, unreachable',
      expected: FAILED,
      before: (page) => page.route(API, (route) => route.abort()),
      arrange: (page) => page.locator('main [role=alert]').waitFor(),
    },
    { ...nobody, name: 'sign-in, old link', path: '/sign-in#old', expected: FAILED },
    { ...open, name: 'sign-in, link', before: link({ kind: 'sign-in', expiresAt }) },
    { ...open, name: 'sign-in, first owner', before: link({ kind: 'setup', expiresAt }) },
    {
      ...open,
      name: 'sign-in, first owner, offline',
      presses: false,
      before: link({ kind: 'setup', expiresAt }),
      arrange: async (page) => {
        await settled(page);
        await page.route(API, (route) => route.abort());
        await page.locator('main [name=name]').fill('Ana Sousa');
        await page.locator('main [type=submit]').click();
        await page.locator('main [role=alert]:not(:empty)').waitFor();
      },
    },
    { ...nobody, name: 'sign-in, offer', path: newcomer, arrange: comeIn },
    {
      ...nobody,
      name: 'sign-in, passkey made',
      path: newcomer,
      before: (page) => addAuthenticator(page),
      arrange: async (page) => {
        await comeIn(page);
        await page.locator('main form [type=submit]').click();
        await settled(page);
      },
    },
  ];
}
