import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from '@playwright/test';
import type { MailTemplates } from '#contract/mails.ts';
import type { SiteManifest } from '#contract/documents.ts';
import { markSvg } from '#publisher/pictures/mark.ts';
import { drawShared } from '#publisher/pictures/shared.ts';
import { ROOT } from '#server/base/root.ts';
import {
  ACCENT,
  brandContent,
  GROUND,
  inksAtName,
  LIGHT,
  NAME,
  OURS,
  TEXT,
} from '../support/another-brand.ts';
import { findHeadlessShell } from '../support/chromium.ts';
import { hydrated, noteHydration } from '../support/chunks.ts';
import { shownContent } from '#server/doctor/shown-content.ts';
import { templateIn } from '#server/doctor/template.ts';
import { addSpanish, filesBelow } from '../support/third-language.ts';
import { serveStatic } from '../support/static-host.ts';

// Another agency takes over: new name, profiles and accent, the mark before the name, a third
// language. Done once in a copy; any of our own words left in its build is hard-coded.
const copy = mkdtempSync(join(tmpdir(), 'another-brand-'));
const dist = join(copy, 'dist');
after(() => rmSync(copy, { recursive: true, force: true }));

const filesIn = (folder: string, wanted: RegExp) => filesBelow(copy, folder, wanted);

function run(command: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
}

const PARTS =
  'contract ui site dashboard mails publisher server cli test scripts package.json package-lock.json tsconfig.base.json';
const BUILD = `import { readFileSync } from 'node:fs';
import { readConfig } from '#server/base/config.ts';
import { buildSite } from './scripts/build.ts';
await buildSite(readConfig(process.env), undefined, JSON.parse(readFileSync('said.json', 'utf8')));
`;

before(() => {
  for (const part of PARTS.split(' ')) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  addSpanish(copy);
  const files = join(copy, 'files');
  writeFileSync(join(copy, 'said.json'), JSON.stringify({ content: brandContent(files), files }));
  writeFileSync(join(copy, 'build.ts'), BUILD);
  run(process.execPath, ['build.ts'], { SITE_URL: 'https://lume.example', STAGE: 'live' });
});

function built(file: string): string {
  return readFileSync(join(dist, file), 'utf8');
}

function manifest(): SiteManifest {
  return JSON.parse(built('.build/manifest.json')) as SiteManifest;
}

test('words and logo are theirs (catches: ours stay in a place)', () => {
  const html = built('.build/pages/home.idle.pt.html');
  assert.match(html, /<h1[^>]*>A luz da casa</);
  for (const theme of ['dark', 'light'])
    assert.equal(filesIn('dist/static/media', new RegExp(`^logo-on-${theme}.*svg$`)).length, 1);
  assert.match(html, /<span class="[\w-]+" role="img" aria-label="Casa Lume"/);
});

test('people and contact details are theirs in each language', () => {
  for (const [language, role] of Object.entries({ en: 'Design', pt: 'Desenho', es: 'Dibujo' })) {
    const about = built(`.build/pages/about.idle.${language}.html`).split('<script lang=')[0] ?? '';
    assert.match(
      about,
      new RegExp(`<source type="image/avif" srcset="/static/[^>]*>.*Vera Lume.*${role}`, 'i'),
    );
    const contact = built(`.build/pages/contact.idle.${language}.html`).split('<script lang=')[0] ?? '';
    assert.match(contact, /href="tel:\+351210000000"/);
  }
  const [, picture = ''] = /srcset="\/(\S+)/i.exec(built('.build/pages/about.idle.en.html')) ?? [];
  assert.ok(existsSync(join(dist, picture)), picture);
  assert.match(built('.build/pages/home.idle.en.html'), /"telephone":"\+351 210 000 000"/);
});

test('every document has a Spanish version, and each version knows the others', () => {
  const { documents: all, words } = manifest();
  const count = (language: string) => all.filter((one) => one.language === (language as 'en')).length;
  assert.ok(count('en') > 15);
  assert.equal(count('es'), count('en'));
  for (const { file, language } of all) {
    const html = built(file);
    assert.match(html, new RegExp(`<html lang="${language}"`), file);
    if ((language as string) === 'es')
      assert.match(html.split('<script lang=')[0] ?? '', /<h1.* \[es\].*<\/h1>/, file);
    for (const other of ['en', 'pt', 'es'].filter((one) => one !== language))
      assert.ok(html.includes(`<script lang="${other}"`), `${file} ${other}`);
    if (html.includes('rel="canonical"'))
      assert.match(html, /<link rel="alternate" hrefLang="es" href="[^"]*\?lang=es"/i);
  }
  assert.match(built('sitemap.xml'), /services\?lang=es/);
  assert.ok('es' in words);
  const mails = JSON.parse(built('.build/mails.json')) as MailTemplates;
  for (const [name, mail] of Object.entries(mails))
    assert.match((mail as Record<string, { text: string }>)['es']?.text ?? '', /\[es\]/, name);
});

test('the name, the profiles and who answers for it are theirs everywhere, and ours nowhere (catches: a name in a text)', () => {
  const { documents } = manifest();
  for (const { file } of documents) assert.ok(built(file).includes(NAME), file);
  for (const { file } of documents.filter(({ page }) => page !== 'soon'))
    for (const fact of [
      'instagram.com/lume',
      'linkedin.com/company/lume',
      'livro.example',
      'Lume Unipessoal',
    ])
      assert.ok(built(file).includes(fact), `${file}: ${fact}`);
  assert.match(built('manifest.webmanifest'), /"name":"Casa Lume"/);
  assert.match(built('.well-known/security.txt'), /mailto:dados@lume\.example/);
  const mails = JSON.parse(built('.build/mails.json')) as MailTemplates;
  for (const [name, mail] of Object.entries(mails))
    for (const { html, text } of Object.values(mail)) assert.ok(html.includes(NAME) && text !== '', name);
  const left = templateIn(shownContent(dist)).map(({ part }) => part);
  assert.deepEqual(
    left,
    ['trade', 'sign', 'promise', 'plan', 'books', 'description'],
    'what they have left as it came',
  );
  const doubled = textsOf().filter(([, text]) => text.includes('Lda..'));
  assert.deepEqual(doubled, []);
  // The command line keeps its name. Scripts hold the built-in values too, which those of a document replace.
  const ours = textsOf().filter(
    ([file, text]) =>
      !file.includes('static/js/') && /embreve/i.test(text.replaceAll(/npm run (?:-s )?embreve/g, '')),
  );
  assert.deepEqual(Object.keys(Object.fromEntries(ours)), []);
});

test('shared pictures say their name, their titles and their accent, in each language (catches: one of our pictures or bobs left in)', async () => {
  const [bob = ''] = filesIn('dist/static/media', /^bob-bg-wide-dark-1920\./);
  const material = {
    font: readFileSync(join(ROOT, 'ui/font/funnel-display.woff2')),
    scene: [join(ROOT, 'site/soon/background/bg-wide-dark-1920.avif'), join(copy, bob)].map((file) =>
      readFileSync(file),
    ),
  };
  const colours = { text: TEXT, accent: ACCENT };
  const theirs = { name: NAME, markAt: null, ground: GROUND };
  const ours = { name: 'embreve', markAt: null, ground: GROUND };
  for (const [picture, page] of Object.entries({ soon: 'soon', site: 'home' }))
    for (const language of ['en', 'pt', 'es']) {
      const title = /<h1[^>]*>([^<]+)/.exec(built(`.build/pages/${page}.idle.${language}.html`))?.[1] ?? '';
      const found = readFileSync(join(dist, `share/${picture}-${language}.jpg`));
      const drawn = await drawShared({ brand: theirs, title, colours }, material);
      assert.ok(found.equals(drawn), `${picture} ${language}`);
      assert.equal(found.equals(await drawShared({ brand: ours, title, colours }, material)), false);
    }
  assert.equal(built('favicon.svg'), markSvg(GROUND, { text: TEXT, accent: ACCENT }));
});

test('every bob is in their accent, and those that swing are named as those of the pictures are (catches: one left out; another ending)', () => {
  const bobs = filesIn('dist/static/media', /^bob-/).map((file) => file.replace(/^.*\/bob-/, ''));
  for (const theme of ['dark', 'light']) {
    const endings = bobs.filter((bob) => bob.includes(`-${theme}-`)).map((bob) => bob.split('.')[1]);
    assert.deepEqual([endings.length, new Set(endings).size], [16, 1], theme);
  }
  const laid = built('.build/pages/soon.idle.en.html').match(
    /background-image:url\(\/static\/media\/bob-bg-/g,
  );
  assert.equal(laid?.length, 8);
});

test('covers carry their name, as words beside a drawing without any (catches: a name in outlines)', async () => {
  for (const page of ['home', 'products'])
    for (const language of ['en', 'pt', 'es']) {
      const html = built(`.build/pages/${page}.idle.${language}.html`).split('<script lang=')[0] ?? '';
      const covers = html.match(/<img src="[^"]*cover-\w+\.[^>]*>.*?aria-label="[^"]*"/g) ?? [];
      assert.equal(covers.length, 2, `${page} ${language}`);
      for (const cover of covers) assert.ok(cover.endsWith(`aria-label="${NAME}"`), cover);
    }
  const drawings = filesIn('dist/static/media', /^cover-\w+\.[^.]+\.svg$/);
  // Ours, for each place, and theirs of the two that are shown.
  assert.equal(drawings.length, 8);
  for (const theirs of [ACCENT, LIGHT])
    assert.equal(
      drawings.filter((file) => readFileSync(join(copy, file), 'utf8').includes(theirs)).length,
      1,
    );
  for (const file of drawings) assert.deepEqual(await inksAtName(readFileSync(join(copy, file))), 1, file);
});

test('the accent is theirs in every document and mail, and ours in no mail (catches: a colour outside the tokens)', () => {
  const { documents } = manifest();
  for (const { file } of documents)
    for (const theirs of [ACCENT, LIGHT])
      assert.ok(built(file).includes(`--accent:${theirs}`), `${file} ${theirs}`);
  const mails = built('.build/mails.json').toLowerCase();
  for (const theirs of [ACCENT, LIGHT]) assert.ok(mails.includes(theirs));
  for (const ours of OURS) assert.equal(mails.includes(ours), false, ours);
});

test('the switch goes through all languages, and the one asked for is shown by a host of files too', async (t) => {
  const { address, stop } = await serveStatic(dist, 'plain');
  t.after(stop);
  const browser = await chromium.launch({
    executablePath: findHeadlessShell(),
    chromiumSandbox: process.getuid?.() !== 0,
  });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await noteHydration(page);
  await page.goto(`${address}/services?lang=es`);
  await hydrated(page);
  const button = page.locator('header button[name=lang]').first();
  assert.equal((await button.innerText()).trim(), 'EN');
  assert.equal(await button.getAttribute('aria-label'), 'Switch to English');
  for (const next of ['en', 'pt', 'es']) {
    await page.locator('header button[name=lang]').first().click();
    await page.locator(`html[lang=${next}]`).waitFor({ timeout: 10_000 });
  }
  assert.match(await page.locator('h1').innerText(), /\[es\]$/);
  // React has drawn it again by now.
  assert.equal(await page.locator('header [role=img]').first().getAttribute('aria-label'), NAME);
  await page.goto(`${address}/about`);
  assert.equal(await page.locator('html').getAttribute('lang'), 'es');
  // Drawn by React alone: their words, and our accent in the styles of all pages.
  await page.goto(`${address}/services?lang=pt`);
  await page.locator('header a[href^="/"]:visible').first().click();
  await page.locator('h1', { hasText: 'A luz da casa' }).waitFor({ timeout: 10_000 });
  for (const [theme, accent] of Object.entries({ dark: ACCENT, light: LIGHT })) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--accent')),
      accent,
    );
    // Both papers are printed in dark ink, whatever the page's theme.
    for (const [place, logo] of Object.entries({ header: theme, 'img[src*=cover-] + span': 'light' }))
      assert.match(
        await page
          .locator(`${place} .logo-file`)
          .first()
          .evaluate((one) => getComputedStyle(one).backgroundImage),
        new RegExp(`logo-on-${logo}\\b`),
        `${theme}: ${place}`,
      );
  }
  assert.deepEqual(complaints, []);
});

/** All text in the build. The operator's command is named after the package. */
function textsOf(): [file: string, text: string][] {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.(png|jpg|avif|webp|woff2|br|gz)$/.test(file))
    .map((file) => [file, readFileSync(file, 'utf8').replaceAll('npm run embreve --', '')]);
}
