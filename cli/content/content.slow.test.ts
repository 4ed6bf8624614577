import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { Json } from '#contract/content/content.ts';
import { addEdition } from '#server/content/editions.ts';
import type { Config } from '#server/base/config.ts';
import { sampleCase, told } from '#test/fixtures/cases.ts';
import { perform, settingsOf } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { siteCommands } from './commands.ts';

const PORTRAIT = await createCanvas(640, 800).encode('jpeg');
const SHOP = await createCanvas(1200, 800).encode('jpeg');
const BOOK = '%PDF-1.7\nA book.\n';

async function run(line: string, settings: Config) {
  const command = siteCommands.find(({ name }) => line.startsWith(`${name} `) || line === name);
  assert.ok(command, line);
  const { code, said, warned } = await perform(
    command,
    line.slice(command.name.length).trim().split(/\s+/).filter(Boolean),
    settings,
  );
  return { code, said: [...said, ...warned].join('\n') };
}

type Whole = Record<string, Json>;
const read = (folder: string) => readFileSync(join(folder, 'content.json'), 'utf8');
const asFile = (content: Whole) => `${JSON.stringify(content, null, 2)}\n`;
const hashOf = (file: string | Buffer) => createHash('sha256').update(file).digest('hex');

function write(folder: string, content: Whole | string): void {
  writeFileSync(join(folder, 'content.json'), typeof content === 'string' ? content : asFile(content));
}

/** All that the commands may change in a store. */
async function allIn({ write: query }: TestStore): Promise<string> {
  const rows = [];
  for (const table of ['edition', 'draft', 'file', 'file_piece', 'setting'] as const)
    rows.push([table, await query.selectFrom(table).selectAll().execute()]);
  return JSON.stringify(rows);
}

testOnEach(
  'a folder is published as it is, comes out again the same, and is taken back (catches: names of files kept; a list merged; the same again is an edition; undo changes the draft alone; what lacks a language is refused)',
  async (t, open) => {
    const store = await open();
    const settings = await settingsOf(store, { STAGE: 'live' });
    const folder = folderOf(t);
    const first = join(folder, 'first');
    const second = join(folder, 'second');
    const third = join(folder, 'third');
    assert.equal((await run(`site export ${first}`, settings)).code, 0);
    const own = JSON.parse(read(first)) as Whole;
    const changed: Whole = {
      ...own,
      'text.home.title.en': 'Brands that\ntake their time',
      'brand.accent': '#1d6b45',
      'text.services.items.0.includes.pt': ['Auditoria', 'Plano'],
      people: [
        { name: 'Vera Luz', role: { en: 'Design', pt: 'Desenho' }, portrait: { file: 'vera/me.jpg' } },
      ],
      cases: [
        sampleCase('padaria', '', {
          client: told({ pt: 'Padaria' }),
          line: told({ pt: '' }),
          asked: told({ pt: 'A' }),
          done: told({ pt: 'B' }),
          since: told({ pt: 'C' }),
          pictures: [{ file: 'vera/shop.jpg', focus: { x: 0.25, y: 0.5 }, alt: told({ pt: 'Pão' }) }],
        }),
      ],
      'books.0': { en: { file: './seo.pdf' } },
    };
    mkdirSync(join(first, 'vera'));
    writeFileSync(join(first, 'vera/me.jpg'), PORTRAIT);
    writeFileSync(join(first, 'vera/shop.jpg'), SHOP);
    writeFileSync(join(first, 'seo.pdf'), BOOK);
    // An editor's byte order mark is not content.
    write(first, `\uFEFF${asFile(changed)}`);

    assert.match((await run(`site import ${first}`, settings)).said, /^Imported as the draft\./);
    assert.equal(
      (await run('site editions', settings)).said,
      'Nothing has been published yet: visitors see the built-in site.',
    );
    assert.match((await run('site publish', settings)).said, /^Published as version 1\./);

    const portrait = `${hashOf(PORTRAIT)}.jpg`;
    const [shop, book] = [`${hashOf(SHOP)}.jpg`, `${hashOf(BOOK)}.pdf`];
    await run(`site export ${second}`, settings);
    const named = read(second);
    assert.equal(
      named,
      asFile(changed)
        .replace('vera/me.jpg', portrait)
        .replace('vera/shop.jpg', shop)
        .replace('./seo.pdf', book),
    );
    assert.deepEqual(readdirSync(join(second, 'files')).sort(), [portrait, shop, book].sort());
    for (const file of [portrait, shop, book])
      assert.equal(hashOf(readFileSync(join(second, 'files', file))), file.slice(0, 64));

    for (const same of [first, second])
      assert.match((await run(`site import ${same} --publish`, settings)).said, /Nothing to publish/);
    assert.deepEqual(Object.keys(JSON.parse((await run('site show 1', settings)).said) as Whole), [
      'books.0',
      'brand.accent',
      'cases',
      'people',
      'text.home.title.en',
      'text.services.items.0.includes.pt',
    ]);

    const out = join(folder, 'static');
    assert.match((await run(`site static ${out}`, settings)).said, /Set SITE_URL/);
    const address = { STAGE: 'live', SITE_URL: 'https://casa.example' };
    const lacking = await settingsOf(store, address);
    assert.match((await run(`site static ${out}`, lacking)).said, /Set SUBSCRIBE_ENDPOINT/);
    assert.ok(!existsSync(out));
    const SUBSCRIBE_ENDPOINT = 'https://forms.example/f/abc';
    const forHost = await settingsOf(store, { ...address, SUBSCRIBE_ENDPOINT });
    assert.match((await run(`site static ${out}`, forHost)).said, /^Written to/);
    assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /Brands that/);
    assert.match(readFileSync(join(out, 'about/index.html'), 'utf8'), /Vera Luz/);
    assert.match(readFileSync(join(out, 'work/padaria/index.html'), 'utf8'), /<html lang="pt"/);
    for (const file of ['_headers', '404.html', 'pt/index.html', '.build'])
      assert.equal(existsSync(join(out, file)), !/^(pt|\.build)/.test(file), file);

    assert.match((await run('site undo', settings)).said, /^Published as version 2\./);
    await run(`site static ${out}`, forHost);
    assert.doesNotMatch(readFileSync(join(out, 'index.html'), 'utf8'), /Brands that/);
    await run(`site export ${third}`, settings);
    assert.equal(read(third), asFile(own));
    assert.match((await run('site restore 1', settings)).said, /^Published as version 3\./);
    await run(`site export ${third}`, settings);
    assert.equal(read(third), named);
    assert.match((await run('site restore 9', settings)).said, /There is no version 9/);
    assert.match((await run('site editions', settings)).said, /^3 .*\n2 .*\n1 /);

    // As it was published before there was another language.
    const former = {
      after: 3,
      content: { 'contact.reply': { en: 'Within a day' } },
      owner: null,
      draftSeen: 0,
    };
    await addEdition(store.write, former, Date.now());
    assert.match((await run('site restore 4', settings)).said, /Nothing to publish/);
  },
);

const KNOWN = { 'books.1': { pt: { file: 'new.pdf' } } };

/** `said`: what names the fault. `make`: lays more than a content into the folder. */
const REFUSED: [name: string, content: Whole | string, said: RegExp, make?: (folder: string) => void][] = [
  ['no JSON', '{"brand.name": "Casa",}', /content\.json is not valid JSON/],
  ['no object', '[]', /must be an object with a value for each field/],
  ['too deep', `{"people": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /nested too deep/],
  ['too large', `{"brand.name": "${'x'.repeat(9_000_000)}"}`, /too large/],
  ['an unknown field', { ...KNOWN, 'text.home.titel.en': 'x' }, /text\.home\.titel\.en must be removed/],
  ['a field of every object', `{"__proto__": {"a": 1}}`, /__proto__ must be removed/],
  ['a wrong value', { ...KNOWN, 'brand.name': '<b>\nCasa' }, /brand\.name must be one line/],
  [
    'a wrong value in a list',
    { ...KNOWN, people: [{ name: 'A', role: 7, portrait: null }] },
    /people\[0\]\.role must/,
  ],
  ['a file that is not there', { ...KNOWN, 'books.0': { en: { file: 'gone.pdf' } } }, /gone\.pdf doesn’t/],
  [
    'a file above the folder',
    { ...KNOWN, 'books.0': { en: { file: '../above.pdf' } } },
    /above\.pdf doesn’t/,
  ],
  ['a file of the system', { ...KNOWN, 'books.0': { en: { file: '/etc/hostname' } } }, /hostname doesn’t/],
  [
    'a link out of the folder',
    { ...KNOWN, 'books.0': { en: { file: 'link.pdf' } } },
    /link\.pdf doesn’t/,
    (folder) => symlinkSync('../above.pdf', join(folder, 'link.pdf')),
  ],
  [
    'a linked folder',
    { ...KNOWN, 'books.0': { en: { file: 'linked/above.pdf' } } },
    /above\.pdf doesn’t/,
    (folder) => symlinkSync('..', join(folder, 'linked')),
  ],
  ['a folder', { ...KNOWN, 'books.0': { en: { file: 'files' } } }, /files doesn’t/],
  [
    'another kind than the field takes',
    { ...KNOWN, 'pictures.cover.0': { file: 'new.pdf', focus: { x: 0, y: 0 } } },
    /pictures\.cover\.0\.file must be a file \(jpg/,
  ],
  [
    'another kind than its name says',
    { ...KNOWN, 'books.0': { en: { file: 'page.pdf' } } },
    /books\.0 must be a file \(/,
    (folder) => writeFileSync(join(folder, 'page.pdf'), '<script>'),
  ],
  [
    'other bytes than its name says',
    { ...KNOWN, 'books.0': { en: { file: `${'a'.repeat(64)}.pdf` } } },
    /books\.0 must be a file whose name matches its SHA-256/,
    (folder) => writeFileSync(join(folder, `files/${'a'.repeat(64)}.pdf`), BOOK),
  ],
];

testOnEach(
  'a file that cannot be taken from a folder is named, and nothing at all is changed (catches: files stored before the check; links followed; a draft half replaced)',
  async (t, open) => {
    const store = await open();
    const settings = await settingsOf(store);
    const parent = folderOf(t);
    const draft = join(parent, 'draft');
    mkdirSync(draft);
    write(draft, { 'brand.name': 'Casa', 'brand.markAt': null });
    await run(`site import ${draft}`, settings);
    writeFileSync(join(parent, 'above.pdf'), BOOK);
    const before = await allIn(store);
    for (const [n, [name, content, wanted, make]] of REFUSED.entries()) {
      const folder = join(parent, `${n}`);
      mkdirSync(join(folder, 'files'), { recursive: true });
      writeFileSync(join(folder, 'new.pdf'), '%PDF-1.7\nnew');
      make?.(folder);
      write(folder, content);
      const { code, said } = await run(`site import ${folder} --publish`, settings);
      assert.match(said, wanted, name);
      assert.equal(code, 1, name);
      assert.equal(await allIn(store), before, name);
    }
    const nowhere = await run(`site import ${join(parent, 'nowhere')}`, settings);
    assert.match(nowhere.said, /cannot be read \(ENOENT\)/);
  },
);
