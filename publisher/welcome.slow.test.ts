import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { contentProblems } from '#contract/content/check.ts';
import type { Content } from '#contract/content/content.ts';
import { wordFields } from '#contract/content/words.ts';
import type { SiteManifest } from '#contract/documents.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { OWN_WORDS, PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { renderSite } from './render.ts';

const CONFIG = readConfig({ SITE_URL: 'https://example.com' });
const WORDS = wordFields(OWN_WORDS);

/** Reads a file of the rendering. */
async function render(t: TestContext, content: Content, config = CONFIG) {
  const [files, drawn, out] = ['files', 'drawn', 'out'].map((name) => join(folderOf(t), name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(files);
  const job = { program: PROGRAM, content, settings: siteSettings(config), files, drawn, out };
  assert.deepEqual(contentProblems(content, WORDS), []);
  assert.deepEqual(await renderSite({ ...job, letters: [], previous: null, now: 0 }), []);
  return (name: string) => readFileSync(join(out, '.build', name), 'utf8');
}

test('new readers are welcomed only if the owner says so and there is a newsletter, in the owner’s own words, a paragraph after each empty line (catches: always; beside a foreign form service; ours; one long line)', async (t) => {
  const isOn = (read: Awaited<ReturnType<typeof render>>) =>
    (JSON.parse(read('manifest.json')) as SiteManifest).welcome;
  const on = { 'newsletter.aMonth': 1, 'newsletter.welcome': true };
  const own = {
    'mails.welcome.text.en': 'Glad you came.\n\nWrite back, we read it.',
    'mails.welcome.title.pt': 'Olá',
  };
  const shown = await render(t, { ...on, ...own });
  assert.equal(isOn(shown), true);
  const mails = JSON.parse(shown('mails.json')) as MailTemplates;
  assert.match(mails.welcome.en.text, /^Welcome\n\nGlad you came\.\n\nWrite back, we read it\.\n\n/);
  assert.match(mails.welcome.en.html, /Glad you came\.<\/p><p[^>]*>Write back/);
  assert.match(mails.welcome.pt.text, /^Olá\n\nObrigado/);
  assert.equal(isOn(await render(t, { ...on, 'newsletter.welcome': false })), false);
  assert.equal(isOn(await render(t, { ...on, 'newsletter.aMonth': 0 })), false);
  const foreign = { ...CONFIG, subscribeEndpoint: 'https://forms.example/f' };
  assert.equal(isOn(await render(t, on, foreign)), false);
});

test('a press on the button of the confirmation leads to the owner’s own words, whatever was asked for, in each language (catches: ours; the words of one page alone; too little room)', async (t) => {
  const own =
    Array.from({ length: 40 }, (_, n) => `Thank you ${n}.`)
      .join(' ')
      .slice(0, 598) + '\n!';
  const says = (key: string) => ({ [`${key}.en`]: own, [`${key}.pt`]: `${own.slice(0, -1)}?` });
  const content = {
    'newsletter.aMonth': 1,
    ...says('text.subscription.confirmed.text'),
    ...says('text.subscription.joined.text'),
    'text.subscription.news.confirmed.en': own.slice(0, 300),
    'text.subscription.confirmed.title.pt': 'Está feito',
  };
  const shown = await render(t, content);
  const main = (state: string, language: string) =>
    /<main[^]*?<\/main>/.exec(shown(`pages/soon.${state}.${language}.html`))?.[0] ?? '';
  for (const state of ['confirmed', 'joined']) {
    assert.ok(main(state, 'en').includes(own), state);
    assert.ok(main(state, 'pt').includes(`${own.slice(0, -1)}?`), state);
  }
  assert.match(main('confirmed', 'pt'), />Está feito</);
  assert.ok(main('news', 'en').includes(own.slice(0, 300)));
});
