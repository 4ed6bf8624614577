import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { COMMANDS } from '#test/fixtures/compiled.ts';
import type { Page } from '@playwright/test';
import { PATHS, type Stage } from '#contract/pages.ts';
import { hydrated } from '../support/chunks.ts';
import { heading, PAGES } from '../support/pages.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { distOf } from '../support/sites.ts';
import { subscribe, WORDS } from '../support/soon.ts';
import { expect, test as base } from '../support/test.ts';

/** A separate site, still closed, so that the switch affects no other test. */
const test = base.extend<{ server: RunningServer }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await startServer(distOf('live'), 'soon');
    await use(server);
    await server.stop();
  },
  baseURL: async ({ server }, use) => use(server.address),
});

/** Like the owner, beside the running site: resolves when the command has ended. */
async function throwSwitch({ env }: RunningServer, stage: Stage): Promise<void> {
  const command = [COMMANDS, 'stage', stage];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  expect(stdout).toMatch(new RegExp(`^${stage}: `));
}

/** Where a visitor ends up who enters a path, with everything that the browser has cached. */
async function reach(page: Page, path: string): Promise<string> {
  // All of them loaded to their end would take a busy machine a minute.
  await page.goto(path, { waitUntil: 'commit' });
  return new URL(page.url()).pathname;
}

const CLOSED = Object.values(PAGES).map(() => PATHS.soon);
const OPEN = Object.values(PAGES).map(({ path }) => path);

test('one command opens the site and closes it again, for a browser that keeps what it may (E3) @all', async ({
  page,
  server,
}) => {
  async function reachAll(): Promise<string[]> {
    const places: string[] = [];
    for (const path of OPEN) places.push(await reach(page, path));
    return places;
  }
  expect(await reachAll()).toEqual(CLOSED);
  // Twice, so that each answer follows the other one.
  for (let round = 0; round < 2; round += 1) {
    await throwSwitch(server, 'live');
    await expect.poll(() => reach(page, '/services')).toBe('/services');
    await expect(heading(page)).toHaveText(PAGES.services.heading.en);
    expect(await reachAll()).toEqual(OPEN);
    expect(await reach(page, '/soon')).toBe('/');
    expect(await reach(page, '/soon?state=privacy')).toBe('/soon');
    await throwSwitch(server, 'soon');
    await expect.poll(() => reach(page, '/services')).toBe('/soon');
    await expect(heading(page)).toHaveText(WORDS.en.title);
    expect(await reachAll()).toEqual(CLOSED);
  }
});

test('a Coming Soon page that was open when the site opened still works, and leads on when it is loaded again @all', async ({
  page,
  server,
  address,
}) => {
  await page.goto('/soon');
  await hydrated(page);
  await throwSwitch(server, 'live');
  await expect.poll(async () => (await page.request.get('/about')).url()).toMatch(/\/about$/);
  await page.getByRole('button', { name: WORDS.en.toggle }).click();
  await expect(heading(page)).toHaveText(WORDS.pt.title);
  await page.getByRole('link', { name: WORDS.pt.privacy }).click();
  await page.getByRole('dialog').getByRole('button', { name: WORDS.pt.close }).click();
  await subscribe(page, 'pt', address);
  await expect(page.getByRole('status')).toHaveText(WORDS.pt.success);
  await page.reload();
  await expect(page).toHaveURL('/');
  await expect(heading(page)).toHaveText(PAGES.home.heading.pt);
});

test('a page that was open when the site closed still works, and leads back when it is loaded again @all', async ({
  page,
  server,
}) => {
  await throwSwitch(server, 'live');
  await expect.poll(() => reach(page, '/')).toBe('/');
  await hydrated(page);
  await throwSwitch(server, 'soon');
  await expect.poll(async () => (await page.request.get('/about')).url()).toMatch(/\/soon/);
  // Its script had not loaded when the site closed.
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(heading(page)).toHaveText(PAGES.about.heading.en);
  await page.getByRole('switch').click();
  await expect(heading(page)).toHaveText(PAGES.about.heading.pt);
  await page.goBack();
  await expect(heading(page)).toHaveText(PAGES.home.heading.pt);
  await page.reload();
  await expect(page).toHaveURL('/soon');
  await expect(heading(page)).toHaveText(WORDS.pt.title);
});
