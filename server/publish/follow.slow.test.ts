import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Content } from '#contract/content/content.ts';
import { MINUTE } from '#contract/time.ts';
import { readConfig, siteSettings } from '#server/base/config.ts';
import { readDraft, writeField } from '#server/content/draft.ts';
import { addEdition, currentEdition, editionNumber, listEditions } from '#server/content/editions.ts';
import { storeFile } from '#server/content/files.ts';
import { createLog } from '#server/base/log.ts';
import { startCollector } from '#test/fixtures/collector.ts';
import { environmentOf } from '#test/fixtures/command.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { COMMANDS } from '#test/fixtures/compiled.ts';
import { ask } from '#test/fixtures/requests.ts';
import { openTestStore, type TestStore } from '#test/fixtures/store.ts';
import { followEditions } from './follow.ts';
import { publishDraft, type PublishDeps } from './publish.ts';
import { DIST, renderingsIn, shownDist } from './renderings.ts';

const SETTINGS = siteSettings(readConfig({}));

function depsOf({ read, write, dataDir }: TestStore, now: () => number = () => 0): PublishDeps {
  return { read, write, dataDir, settings: SETTINGS, now };
}

/** Asks until it is so; the runner ends it if it never is. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

/** Publishes unchecked, as another program would. */
async function add({ write }: TestStore, content: Content): Promise<void> {
  const after = await editionNumber(write);
  await addEdition(write, { after, content, owner: null, draftSeen: 0 }, 0);
}

/** Follows a store as a collector does; `looks`: how often it has asked whether to try again. */
async function follow(t: TestContext, store: TestStore, time = 0) {
  const state = { time, looks: 0, shown: [] as string[], log: [] as string[], settings: SETTINGS };
  const log = createLog(
    (line) => state.log.push(line),
    () => new Date(0),
  );
  const now = () => {
    state.looks++;
    return state.time;
  };
  const show = (folder: string) => Promise.resolve(void state.shown.push(folder));
  const { stop } = await followEditions(
    { ...depsOf(store, now), settings: () => state.settings, show, kept: () => [], log },
    DIST,
  );
  t.after(stop);
  const looksOn = () => {
    const enough = state.looks + 3;
    return until(() => state.looks >= enough);
  };
  return { state, looksOn };
}

const pageOf = (dist: string) => readFileSync(join(dist, '.build/pages/home.idle.en.html'), 'utf8');

test('a new address is in the pages without another edition (catches: only a start renders; each look does)', async (t) => {
  const store = await openTestStore(t);
  const { state, looksOn } = await follow(t, store);
  state.settings = { ...SETTINGS, siteUrl: 'https://new.example' };
  await until(() => state.shown.length === 1);
  assert.match(
    readFileSync(join(state.shown[0] ?? '', 'robots.txt'), 'utf8'),
    /https:\/\/new\.example\/sitemap/,
  );
  await looksOn();
  assert.deepEqual([state.shown.length, state.log.length], [1, 1]);
});

test('a server shows what it can of a newer program’s edition, keeps it while the next fails, and goes back with its store (catches: unknown fields crash; a failure shows nothing, is logged at each look, tried at each look or never again)', async (t) => {
  const store = await openTestStore(t);
  const newer: Content = {
    'text.home.title.en': 'Of the newer program',
    'text.home.title.pt': { short: 'Novo' },
    'text.shop.title.en': 'New',
    'brand.slogan': 'New',
    people: { team: [{ portrait: { file: 'new.heic' } }] },
  };
  await add(store, newer);
  const { state, looksOn } = await follow(t, store);
  assert.equal(state.shown.length, 1, state.log.join());
  const [first = ''] = state.shown;
  assert.match(pageOf(first), /Of the newer program/);
  assert.deepEqual((await currentEdition(store.read))?.content, newer);

  const failures = () => state.log.filter((line) => line.includes('could not be shown'));
  await add(store, { 'books.0': { en: { file: `${'a'.repeat(64)}.pdf` } } });
  await until(() => failures().length === 1);
  await looksOn();
  assert.equal(failures().length, 1);
  assert.match(failures()[0] ?? '', /"edition":2.*file-there/);

  const before = await storeFile(
    store.write,
    'pdf',
    toStream('%PDF-1.7\nbefore'),
    { most: 100, dataDir: store.dataDir },
    0,
  );
  assert.equal(before.is, 'stored');
  const name = before.is === 'stored' ? before.name : '';
  await store.write.deleteFrom('file').execute();
  await store.write.deleteFrom('file_piece').execute();
  await add(store, { 'books.0': { en: { file: name } }, 'text.home.title.en': 'After a minute' });
  await until(() => failures().length === 2);
  await storeFile(store.write, 'pdf', toStream('%PDF-1.7\nbefore'), { most: 100, dataDir: store.dataDir }, 0);
  await looksOn();
  assert.deepEqual([state.shown, shownDist(store.dataDir)], [[first], first]);
  state.time += MINUTE;
  await until(() => state.shown.length === 2);
  const [, second = ''] = state.shown;
  assert.match(pageOf(second), /After a minute/);
  await until(() => shownDist(store.dataDir) === second);
  assert.equal(failures().length, 2);

  await store.write.deleteFrom('edition').where('number', '>', 1).execute();
  await until(() => state.shown.length === 3);
  assert.equal(state.shown[2], first);
  await until(() => shownDist(store.dataDir) === first);
});

test('a rendering of another version that this program cannot read counts as missing, and is made again (catches: it ends; an email without its text)', async (t) => {
  const store = await openTestStore(t);
  await add(store, { 'text.home.title.en': 'Published' });
  const { state } = await follow(t, store);
  const [folder = ''] = state.shown;
  await until(() => shownDist(store.dataDir) === folder);
  /** Changes a file of the rendering. @returns undoes that. */
  function alter(name: string, from: string | RegExp, to: string): () => void {
    const file = join(folder, '.build', name);
    const before = readFileSync(file, 'utf8');
    const after = before.replace(from, to);
    assert.notEqual(after, before);
    writeFileSync(file, after);
    return () => writeFileSync(file, before);
  }
  const others: Parameters<typeof alter>[] = [
    ['mails.json', '"alarm-settings":', '"alarm-former":'],
    // Of a program that welcomed nobody.
    ['mails.json', '"welcome":', '"former":'],
    ['manifest.json', '"welcome":false,', ''],
    ['mails.json', '"html":"', '"html":"{{newUrl}}'],
    ['mails.json', /$/, 'cut'],
    ['manifest.json', '"dashboard":', '"former":'],
    ['manifest.json', '"once":', '"former":'],
    ['manifest.json', '"preview":', '"newer":"New","preview":'],
    ['manifest.json', 'pages/soon.idle.en', 'pages/former.idle.en'],
    ['manifest.json', '"documents":[', '"documents":[null,'],
  ];
  const unread: string[] = [];
  const shownNow = () => shownDist(store.dataDir, (one) => unread.push(one));
  for (const change of others) {
    const undo = alter(...change);
    assert.equal(shownNow(), DIST, String(change));
    undo();
  }
  assert.deepEqual(unread, Array(others.length).fill(folder));
  // Nobody asks for a mail more.
  alter('mails.json', '{', '{"newer":{},');
  assert.equal(shownNow(), folder);
  rmSync(join(folder, '.build/pages/soon.idle.pt.html'));
  assert.equal(shownNow(), DIST);
  const again = await follow(t, store);
  assert.deepEqual(again.state.shown, [folder], again.state.log.join());
  assert.equal(shownNow(), folder);
});

async function* toStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test('copies of files go once neither the shown edition, the one before nor the draft names them (catches: none goes; one that is shown, drafted or just copied goes)', async (t) => {
  const store = await openTestStore(t);
  const bytesOf = new Map(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((word) => {
      const bytes = `%PDF-1.7 ${word}`;
      return [`${createHash('sha256').update(bytes).digest('hex')}.pdf`, bytes];
    }),
  );
  const [old = '', before = '', shown = '', drafted = '', , copied = ''] = bytesOf.keys();
  const book = (file: string) => ({ 'books.0': { en: { file } } });
  for (const name of [old, before, shown]) await add(store, book(name));
  const field = { field: 'books.1', value: { pt: { file: drafted } }, revision: 0, owner: null };
  await writeField(store.write, field, 0);
  const { files } = renderingsIn(store.dataDir);
  mkdirSync(files, { recursive: true });
  for (const [name, bytes] of bytesOf) {
    writeFileSync(join(files, name), bytes);
    if (name !== copied) utimesSync(join(files, name), 0, 0);
  }
  const { state } = await follow(t, store, Date.now());
  assert.equal(state.shown.length, 1, state.log.join());
  assert.deepEqual(readdirSync(files).toSorted(), [before, shown, drafted, copied].toSorted());
});

test('a version that another process publishes is shown by a running server, with its consent texts stored before (catches: it checks at its start only; texts stored later or never)', async (t) => {
  const { collector, port, dataDir } = await startCollector(t);
  const store = await openTestStore(t, { dataDir });
  await collector.follow('');
  const note = 'By joining you agree that we write to you.';
  const field = { field: 'text.page.soon.subscribeMessage.en', value: note, revision: 0, owner: null };
  await writeField(store.write, field, 0);
  const env = { ...process.env, ...(await environmentOf(store)) };
  const publishing = spawn(process.execPath, [COMMANDS, 'site', 'publish'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(publishing, 'close');
  await until(async () => (await ask(port, '/soon')).body.toString().includes('By joining you agree'));
  const texts = await store.read.selectFrom('consent_text').select('text').execute();
  assert.ok(
    texts.some(({ text }) => text.includes('By joining you agree')),
    JSON.stringify(texts),
  );
  assert.deepEqual(await ended, [0, null]);
});

testOnEach(
  'of two who publish at once one wins, the other is warned, and nothing is half (catches: both; one renders into the folder of the other)',
  async (_t, open) => {
    const [one, other] = [await open(), await open()];
    await writeField(one.write, { field: 'text.home.title.en', value: 'Both', revision: 0, owner: null }, 0);
    const ends = await Promise.all([one, other].map((store) => publishDraft(depsOf(store), null)));
    assert.deepEqual(ends.map(({ is }) => is).sort(), ['published', 'taken'], JSON.stringify(ends));
    assert.deepEqual(
      (await listEditions(one.read)).map(({ number }) => number),
      [1],
    );
    assert.deepEqual((await currentEdition(other.read))?.content, { 'text.home.title.en': 'Both' });
    assert.deepEqual(await readDraft(one.read), []);
    const folders = readdirSync(join(one.dataDir, 'site')).filter(
      (name) => !['files', 'drawn'].includes(name),
    );
    assert.match(folders.join(' '), /^[0-9a-f]{32}$/);
  },
);
