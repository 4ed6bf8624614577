import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BuiltBook } from '#contract/books.ts';
import { LANGUAGES } from '#contract/language.ts';
import { MINUTE } from '#contract/time.ts';
import type { Build } from '#server/base/build.ts';
import type { Collector } from './collector.ts';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { firstMailFile, linksIn, press, startCollector, subscribe, until } from '#test/fixtures/collector.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import { FILLED_CONTACT } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { jsonOf, signedIn } from '#test/fixtures/owner.ts';
import { ask, FORM_TYPE, JSON_TYPE, postForm } from '#test/fixtures/requests.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import { openTestStore } from '#test/fixtures/store.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const START = 1_795_000_000_000;

/** Another site: its documents and mails say `words`. */
function siteSaying(t: TestContext, words: string, books?: BuiltBook[]): Build {
  const build = readFixtureBuild(t, books);
  for (const { file } of build.manifest.documents) {
    const html = build.files.get(file)?.identity.toString() ?? '';
    const identity = Buffer.from(html.replaceAll('</title>', ` ${words}</title>`));
    build.files.set(file, { identity, br: null, gzip: null });
  }
  for (const mail of Object.values(build.templates))
    for (const language of LANGUAGES) mail[language].text += `${words}\n`;
  build.manifest.consentTexts = LANGUAGES.map((language) => ({
    version: `version0${words}`,
    language,
    text: words,
  }));
  return build;
}

const titleAt = async (port: number, path: string) =>
  /<title>([^<]*)/.exec((await ask(port, path)).body.toString())?.[1];

test('pages, links in mails, books and optional fields are those of the next site (catches: each kept)', async (t) => {
  const clock = { time: START };
  const { collector, port, dataDir } = await startCollector(t, { STAGE: 'live' }, () => clock.time);
  await subscribe(port, clock, 'ana@example.com');
  const { confirm } = linksIn(await until(() => firstMailFile(dataDir)));
  const contact = async (key: string) => {
    const body = JSON.stringify({ ...FILLED_CONTACT, phone: '', key: `0123456789abcd${key}` });
    return (await ask(port, '/api/contact', { method: 'POST', headers: JSON_TYPE, body })).status;
  };
  const asked = async () => {
    const headers = { ...FORM_TYPE, referer: 'http://localhost:3000/products' };
    const { headers: to } = await postForm(port, 'email=eva%40example.com&interest=seo&language=en', headers);
    return to.location;
  };
  const { etag } = (await ask(port, '/about')).headers;
  assert.equal(await titleAt(port, '/about'), 'about idle en');
  assert.equal(await contact('00'), 422);
  assert.equal(await asked(), '/products?state=subscribed&lang=en');

  const next = siteSaying(t, 'anew', BOOKS);
  next.manifest.optionalFields = ['phone', 'website'];
  const own = { identity: Buffer.from('/* anew */'), br: null, gzip: null };
  next.files.set('static/js/app.99999999.chunk.js', own);
  await collector.show(next);
  assert.equal(await titleAt(port, '/about'), 'about idle en anew');
  assert.equal(await titleAt(port, confirm), 'confirm pt anew');
  assert.equal(await titleAt(port, '/soon?book-seo=x&lang=en'), 'book-expired en anew');
  const headers = { 'if-none-match': etag ?? '' };
  assert.equal(
    (await ask(port, '/about', { headers })).status,
    200,
    'a browser does not keep the former page',
  );
  assert.equal(await contact('01'), 202);
  assert.equal(await asked(), '/products?state=subscribed-book&lang=en');
  for (const name of ['0a1b2c3d', '99999999'])
    assert.equal((await ask(port, `/static/js/app.${name}.chunk.js`)).status, 200, name);
});

testOnEach(
  'a form is taken with the words that it showed, also after the switch (catches: dropped, or the new ones)',
  async (t, open) => {
    const clock = { time: START };
    const store = await open();
    const { collector, port } = await startCollector(t, await environmentOf(store), () => clock.time);
    const signUp = async (name: string, consent: string) => {
      const { status } = await subscribe(port, clock, `${name}@example.com`, { language: 'en', consent });
      assert.equal(status, 202);
    };
    await signUp('early', 'version0anew');
    await collector.show(siteSaying(t, 'anew'));
    await signUp('open-page', 'v1fixture');
    await signUp('new-page', 'version0anew');
    await signUp('made-up', 'made0up0');
    const receipts = await store.write
      .selectFrom('consent_receipt as r')
      .innerJoin('subscription as s', 's.id', 'r.subscription_id')
      .leftJoin('consent_text as c', (on) =>
        on.onRef('c.version', '=', 'r.version').onRef('c.language', '=', 'r.language'),
      )
      .select(['s.key', 'r.version', 'c.text'])
      .orderBy('s.id')
      .execute();
    assert.deepEqual(
      receipts.map(({ key, version, text }) => [key.split('@')[0], version, text]),
      [
        ['early', null, null],
        ['open-page', 'v1fixture', 'Consent en'],
        ['new-page', 'version0anew', 'anew'],
        ['made-up', null, null],
      ],
    );
  },
);

test('a mail that was queued leaves in the words of the site that is shown then', async (t) => {
  const smtp = await startSmtp(t);
  const clock = { time: START };
  smtp.atRecipient.set('ana@example.com', 451);
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'a@example.com' };
  const { port, collector } = await startCollector(t, env, () => clock.time);
  await subscribe(port, clock, 'ana@example.com');
  await subscribe(port, clock, 'eva@example.com');
  const eva = await until(() => smtp.received[0]);
  assert.doesNotMatch(eva.raw, /anew/);
  await collector.show(siteSaying(t, 'anew'));
  smtp.atRecipient.clear();
  clock.time += 2 * MINUTE;
  await collector.work();
  const ana = await until(() => smtp.received[1]);
  assert.match(ana.raw, /^anew\r$/m);
});

test('where its consent texts cannot be stored, the former site stays (catches: words without evidence)', async (t) => {
  const { collector, port } = await startCollector(t);
  const broken = siteSaying(t, 'anew');
  broken.manifest.consentTexts = [{ version: 'v', language: 'en', text: null as never }];
  await assert.rejects(collector.show(broken));
  assert.equal(await titleAt(port, '/soon'), 'idle en');
});

/** Uses all that may keep a site: pages, links, the owner's API, mails. */
async function useAll(port: number, clock: { time: number }, dataDir: string, work: Collector['work']) {
  for (const path of ['/soon', '/about', '/dashboard', '/sitemap.xml', '/static/js/app.0a1b2c3d.chunk.js'])
    await ask(port, path);
  await subscribe(port, clock, 'ana@example.com');
  await work();
  const { confirm } = linksIn(await until(() => firstMailFile(dataDir)));
  await ask(port, confirm);
  await press(port, clock, confirm);
}

test('a former site is forgotten, the first one, too (catches: it stays in memory)', async (t) => {
  const clock = { time: START };
  const { collector, port, dataDir, first } = await startCollector(t, {}, () => clock.time);
  const { write } = await openTestStore(t, { dataDir });
  const ana = await signedIn(port, write, { now: START });
  const showAnother = async (words: string) => {
    const next = siteSaying(t, words);
    await collector.show(next);
    return new WeakRef(next);
  };
  const use = async () => {
    await useAll(port, clock, dataDir, collector.work);
    jsonOf(await ana.get('/announcements/launch'));
  };
  await use();
  const second = await showAnother('second');
  await use();
  await showAnother('third');
  const kept = () => [first, second].filter((site) => site.deref() !== undefined).length;
  for (let turn = 0; turn < 50 && kept() > 0; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  assert.equal(kept(), 0);
});
