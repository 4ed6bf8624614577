import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOST_KINDS, serveStatic } from '../support/static-host.ts';
import { hydrated } from '../support/chunks.ts';
import { builtFile } from '../support/documents.ts';
import { distOf } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// The same builds, served as files: `plain` is built for the stage soon, `live` for the other.
const PAGES = ['home', 'services', 'products', 'about', 'contact'] as const;
const addressIn = (name: (typeof PAGES)[number]) => (name === 'home' ? '/' : `/${name}`);

async function titleOf(name: string, language: string): Promise<string> {
  const html = await builtFile('live', `.build/pages/${name}.idle.${language}.html`);
  return /<title>([^<]*)</.exec(html)?.[1] ?? '';
}

for (const kind of HOST_KINDS) {
  test.describe(`on a host of the kind ${kind}`, () => {
    // A page for another address is served with 404 and works all the same.
    test.use({ expected: /^Failed to load resource: .* 404/ });

    test('before the launch every address ends at /soon, in the language asked for', async ({ page }) => {
      const { address, stop } = await serveStatic(distOf('plain'), kind);
      for (const path of ['/soon', '/', '/services', '/contact/', '/no/such/page']) {
        await page.goto(`${address}${path}?lang=pt`);
        await hydrated(page);
        expect(new URL(page.url()).pathname, path).toBe('/soon');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.pt.title);
      }
      await page.goto(`${address}/about`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS.en.title);
      stop();
    });

    test('once open each page answers in both languages and its address is the one of its links', async ({
      page,
    }) => {
      const { address, stop } = await serveStatic(distOf('live'), kind);
      for (const name of PAGES) {
        for (const [query, language] of [
          ['', 'en'],
          ['?lang=pt', 'pt'],
        ] as const) {
          await page.goto(address + addressIn(name) + query);
          await hydrated(page);
          await expect(page).toHaveTitle(await titleOf(name, language));
          await expect(page.locator('html')).toHaveAttribute('lang', language);
          expect(new URL(page.url()).pathname).toBe(addressIn(name));
          await expect(page.locator('header nav [aria-current=page]').first()).toHaveAttribute(
            'href',
            addressIn(name) + query,
          );
        }
      }
      stop();
    });

    test('once open /soon ends at the first page, and nowhere says so', async ({ page }) => {
      const { address, stop } = await serveStatic(distOf('live'), kind);
      await page.goto(`${address}/soon`);
      await hydrated(page);
      await expect(page).toHaveTitle(await titleOf('home', 'en'));
      expect(new URL(page.url()).pathname).toBe('/');
      const answer = await page.goto(`${address}/no/such/page?lang=pt`);
      await hydrated(page);
      expect(answer?.status()).toBe(404);
      await expect(page).toHaveTitle(await titleOf('missing', 'pt'));
      stop();
    });
  });
}

test('the rules keep to the limits of their hosts', async () => {
  for (const site of ['plain', 'live', 'tags'] as const) {
    const lines = async (file: string) => (await readFile(join(distOf(site), file), 'utf8')).split('\n');
    // https://developers.cloudflare.com/pages/configuration/headers/ and …/redirects/
    for (const line of await lines('_headers')) expect(line.length).toBeLessThanOrEqual(2000);
    expect((await lines('_redirects')).length).toBeLessThan(100);
  }
});
