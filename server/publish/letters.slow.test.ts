import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type AnnouncementWords, NO_WORDS } from '#contract/announcement.ts';
import { inEach } from '#contract/language.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { addEdition } from '#server/content/editions.ts';
import { undoEdition } from '#server/content/history.ts';
import { createLog } from '#server/base/log.ts';
import { loadBuild, type Build } from '#server/base/build.ts';
import { undo } from '#server/launch/announcement.ts';
import { createDocuments } from '#server/web/pages/documents.ts';
import { createDraftSite } from '#server/web/pages/site.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { PICTURE, PICTURE_BYTES, storePicture } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { followEditions } from './follow.ts';
import { DIST } from './renderings.ts';

const SETTINGS = { ...siteSettings(readConfig({})), siteUrl: 'https://agency.example' };
const ENGLISH = {
  ...NO_WORDS,
  subject: 'Bread',
  preheader: 'One bakery, one colour.',
  heading: 'The colour that sold bread',
  body: 'A bakery in Braga.\n\n## One thing\n- Pick **one**.\n\n[Work](/services) and [mail](mailto:a@b.example).',
  button: 'See what we do',
  link: '/services',
};
const ONLY_ENGLISH: AnnouncementWords = inEach((language) => (language === 'en' ? ENGLISH : NO_WORDS));

/** A newsletter that was sent off at `armed_at`. */
async function letter({ write }: TestStore, n: number, words: AnnouncementWords, more: object = {}) {
  const row = { purpose: `letter:${n}` as const, state: 'undo' as const, words: JSON.stringify(words) };
  const rest = { undo_ms: 0, wave: 0, max_per_minute: 0, pace: 0, enqueue_cursor: 0, created_at: 0 };
  const armed = { armed_at: Date.UTC(2026, 11, n), slug: `letter-${n}`, ...more };
  await write
    .insertInto('announcement')
    .values({ ...row, ...rest, ...armed })
    .execute();
}

/** The names of the elements within each other, outermost first; fails where one is not closed. */
function elementsIn(xml: string): string[] {
  const [open, found]: [string[], string[]] = [[], []];
  assert.match(xml.replace(/<[^<>]*>/g, ''), /^[^<>]*$/);
  for (const [, slash = '', name = '', rest = ''] of xml.matchAll(/<(\/?)([\w:]+)([^<>]*)>/g)) {
    if (slash !== '') assert.equal(open.pop(), name);
    else found.push([...open, name].join('>'));
    if (slash === '' && !rest.endsWith('/')) open.push(name);
  }
  assert.deepEqual(open, []);
  return found;
}
const idsIn = (feed = '') =>
  [...feed.matchAll(/<entry>.*?<id>.*?\/newsletter\/(.*?)<\/id>/g)].map(([, id]) => id);

/** Follows a store as a collector does. */
async function follow(t: TestContext, { read, dataDir }: TestStore, logged: string[] = []) {
  const shown: string[] = [];
  const log = createLog(
    (line) => (logged.push(line), assert.doesNotMatch(line, /could not/)),
    () => new Date(0),
  );
  const show = (folder: string) => Promise.resolve(void shown.push(folder));
  const { look, stop } = await followEditions(
    { read, dataDir, settings: () => SETTINGS, now: () => 0, show, kept: () => [], log },
    DIST,
  );
  t.after(stop);
  /** Looks, and returns what is shown then. */
  return async () => {
    await look();
    return loadBuild(shown.at(-1) ?? DIST);
  };
}

const textOf = ({ files }: Build, path: string) => String(files.get(path)?.identity ?? '');
const pageOf = (build: Build, slug: string, language = 'en') =>
  textOf(build, `.build/pages/letter.${slug}.${language}.html`);
const isThere = (build: Build, slug: string) =>
  createDocuments(build, SETTINGS.siteUrl, 'en').pageAt(`/newsletter/${slug}`) !== null;

testOnEach(
  'a newsletter that was sent off has its page in both languages, with what is written in one (catches: another language is not named; the sitemap has it)',
  async (t, openStore) => {
    const store = await openStore();
    const look = await follow(t, store);
    await letter(store, 1, ONLY_ENGLISH);
    await letter(store, 2, ONLY_ENGLISH, { armed_at: null, state: 'draft' });
    await letter(store, 3, ONLY_ENGLISH, { hidden_at: 1 });
    await letter(store, 4, ONLY_ENGLISH, { state: 'stopped' });
    const build = await look();
    assert.deepEqual(
      build.manifest.letters?.map(({ slug }) => slug),
      ['letter-1'],
    );
    const english = pageOf(build, 'letter-1');
    const [markup = ''] = /<main.*?<\/main>/s.exec(english) ?? [];
    assert.match(markup, /<h1[^>]*>The colour that sold bread<\/h1>/);
    assert.match(markup, /<time dateTime="2026-12-01">1 December 2026<\/time>/);
    assert.match(
      markup,
      /<p>A bakery in Braga.<\/p><h2>One thing<\/h2><ul><li>Pick <strong>one<\/strong>\.<\/li><\/ul>/,
    );
    assert.match(markup, /<a href="\/services">Work<\/a> and <a href="mailto:a@b\.example">mail<\/a>/);
    assert.doesNotMatch(markup, /This one is in/);
    const portuguese = /<main.*?<\/main>/s.exec(pageOf(build, 'letter-1', 'pt'))?.[0] ?? '';
    assert.match(portuguese, /Esta só existe em inglês\./);
    assert.match(portuguese, /<div lang="en"><h1/);
    assert.match(
      pageOf(build, 'letter-1', 'pt'),
      /rel="canonical" href="https:\/\/agency\.example\/newsletter\/letter-1"/,
    );
    const map = textOf(build, '.build/pages/sitemap.live.xml');
    assert.match(map, /<loc>https:\/\/agency\.example\/newsletter\/letter-1<\/loc>/);
    assert.doesNotMatch(map, /letter-1\?lang|letter-[234]/);
    assert.ok((build.files.get('.build/pages/letter.letter-1.en.html')?.br?.length ?? 0) < 10_000);
  },
);

testOnEach(
  'the undoing of a version leaves it, a recall and its owner take it away (catches: it is part of an edition; it stays after a recall)',
  async (t, openStore) => {
    const store = await openStore();
    const look = await follow(t, store);
    await letter(store, 1, ONLY_ENGLISH);
    await letter(store, 2, ONLY_ENGLISH);
    const content = { 'text.home.title.en': 'Published after it' };
    const number = await addEdition(store.write, { after: 0, content, owner: null, draftSeen: 0 }, 0);
    assert.equal(number, 1);
    const published = await look();
    assert.ok(isThere(published, 'letter-1'));
    await undoEdition(store.write, { after: 1, content: {}, owner: null }, 0);
    const undone = await look();
    assert.notEqual(undone.dist, published.dist);
    assert.ok(isThere(undone, 'letter-1'));
    assert.equal((await undo(store.write, 'letter:1', 0)).ok, true);
    const recalled = await look();
    assert.deepEqual([isThere(recalled, 'letter-1'), isThere(recalled, 'letter-2')], [false, true]);
    await store.write
      .updateTable('announcement')
      .set({ hidden_at: 1 })
      .where('slug', '=', 'letter-2')
      .execute();
    const hidden = await look();
    assert.equal(isThere(hidden, 'letter-2'), false);
    assert.doesNotMatch(textOf(hidden, '.build/pages/sitemap.live.xml'), /letter-2/);
    const compressed = join(recalled.dist, '.build/pages/home.idle.en.html.br');
    assert.ok(existsSync(compressed));
    assert.deepEqual(
      readFileSync(compressed),
      readFileSync(join(hidden.dist, '.build/pages/home.idle.en.html.br')),
    );
  },
);

const PORTUGUESE = { ...ENGLISH, heading: 'A cor que vendeu pão' };

testOnEach(
  'a feed for each language has what is written in it, whole and well-formed, and not what is hidden (catches: other languages; raw markup; signs that XML cannot hold)',
  async (t, openStore) => {
    const store = await openStore();
    const look = await follow(t, store);
    const content = { 'newsletter.aMonth': 1 };
    await addEdition(store.write, { after: 0, content, owner: null, draftSeen: 0 }, 0);
    assert.match(
      textOf(await look(), '.build/pages/feed.en.xml'),
      /<updated>1970-01-01T00:00:00\.000Z<\/updated>/,
    );
    await letter(store, 1, {
      ...ONLY_ENGLISH,
      en: { ...ENGLISH, heading: `${HOSTILE} \u0000\uFFFF & more` },
      pt: PORTUGUESE,
    });
    await letter(store, 2, ONLY_ENGLISH);
    await letter(store, 3, ONLY_ENGLISH, { hidden_at: 1 });
    const build = await look();
    const [english, portuguese] = ['en', 'pt'].map((one) => textOf(build, `.build/pages/feed.${one}.xml`));
    assert.deepEqual(idsIn(english), ['letter-2?lang=en', 'letter-1?lang=en']);
    assert.deepEqual(idsIn(portuguese), ['letter-1?lang=pt']);
    const elements = elementsIn(english ?? '');
    for (const name of ['id', 'title', 'updated', 'author>name'])
      assert.equal(elements.filter((one) => one === `feed>${name}`).length, 1, name);
    for (const name of ['id', 'title', 'updated', 'summary', 'content', 'link'])
      assert.equal(elements.filter((one) => one === `feed>entry>${name}`).length, 2, name);
    assert.match(english ?? '', /&#60;a href=&#34;https:\/\/agency\.example\/services&#34;&#62;Work&#60;/);
    // eslint-disable-next-line no-control-regex
    assert.doesNotMatch(english ?? '', /<script|[\x00\uFFFF]/);
    assert.match(
      pageOf(build, 'letter-1'),
      /type="application\/atom\+xml" href="\/newsletter\/feed\.xml\?lang=en"/,
    );
  },
);

const HOSTILE = '<script>alert(1)</script></script> {{body}} %TOKEN% %?NEWS% \u202Eevil <!--';

testOnEach(
  'hostile words are shown as text, and links that may lead anywhere are none (catches: markup; a link to a script)',
  async (t, openStore) => {
    const store = await openStore();
    const look = await follow(t, store);
    const body = `${HOSTILE}\n\n[x](javascript:alert(1)) [y](https://a@b.example) [z](data:text/html,x)`;
    await letter(store, 1, {
      ...ONLY_ENGLISH,
      en: { ...ENGLISH, heading: HOSTILE, preheader: HOSTILE, body, button: HOSTILE },
    });
    const build = await look();
    for (const language of ['en', 'pt']) {
      const page = pageOf(build, 'letter-1', language);
      assert.doesNotMatch(page, /<script>alert|href="(?:javascript|data|https:\/\/a@)/);
      assert.match(
        page,
        /&lt;script&gt;alert\(1\)&lt;\/script&gt;&lt;\/script&gt; \{\{body\}\} %TOKEN% %\?NEWS%/,
      );
      assert.match(page, /\[x\]\(javascript:alert\(1\)\)/);
    }
  },
);

testOnEach(
  'the page of a newsletter shows its picture, from this site and with its size, as do shared links and the feed, also elsewhere (catches: without a size; the site’s card; from elsewhere; closed to readers of the feed)',
  async (t, openStore) => {
    const store = await openStore();
    await storePicture(store);
    await addEdition(
      store.write,
      { after: 0, content: { 'newsletter.aMonth': 1 }, owner: null, draftSeen: 0 },
      1,
    );
    const look = await follow(t, store);
    const english = { ...ENGLISH, alt: 'A loaf & a “string”' };
    await letter(store, 1, { ...inEach(() => NO_WORDS), en: english, picture: PICTURE });
    const build = await look();
    const path = `/static/media/letter.${PICTURE.file.slice(0, 16)}.jpg`;
    for (const language of ['en', 'pt']) {
      const page = pageOf(build, 'letter-1', language);
      const described = `src="${path}" alt="A loaf &amp; a “string”" lang="en" width="1200" height="720"/>`;
      assert.match(page, new RegExp(`<img[^>]* ${described}`));
      assert.match(
        page,
        new RegExp(`"og:image" content="${SETTINGS.siteUrl}${path}".*"og:image:height" content="720"`),
      );
    }
    assert.ok(PICTURE_BYTES.equals(build.files.get(path.slice(1))?.identity ?? Buffer.of()));
    assert.match(
      textOf(build, '.build/pages/feed.en.xml'),
      new RegExp(`src=&#34;${SETTINGS.siteUrl}${path}&#34;`),
    );
    const draft = createDraftSite(build, { ...SETTINGS, defaultLanguage: 'en' });
    const answer = draft(path, '', {});
    assert.ok(typeof answer === 'function');
    assert.match(JSON.stringify(answer('identity')), /"Cross-Origin-Resource-Policy","cross-origin"/);
  },
);

testOnEach(
  'a newsletter whose picture is missing has its page without it, the log says so, and the picture that is there again is shown (catches: no page is shown any more; silent; kept without)',
  async (t, openStore) => {
    const store = await openStore();
    const logged: string[] = [];
    const look = await follow(t, store, logged);
    await letter(store, 1, { ...ONLY_ENGLISH, picture: PICTURE });
    const without = await look();
    assert.match(pageOf(without, 'letter-1'), /The colour that sold bread/);
    assert.doesNotMatch(pageOf(without, 'letter-1'), /media\/letter\./);
    assert.match(logged.join(), /The picture of \/newsletter\/letter-1 is missing\./);
    await storePicture(store);
    await letter(store, 2, ONLY_ENGLISH);
    assert.match(pageOf(await look(), 'letter-1'), /media\/letter\./);
  },
);
