import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { OUR_ACCENT } from '#contract/content/accent.ts';
import { FILE_PIECE_BYTES, MOST_FILE_BYTES, MOST_FILES_BYTES } from '#contract/content/content.ts';
import type { FileBegun, FileLook, Published, Saved, SiteDraft } from '#contract/owner/site.ts';
import { beginUpload } from '#server/content/upload.ts';
import { renderingsIn } from '#server/publish/renderings.ts';
import { lookInTurn } from '#server/publish/turn.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp, type OwnerCaller } from '#test/fixtures/owner.ts';
import { openTestStore } from '#test/fixtures/store.ts';
import { editorOf } from './editor.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function begin(owner: OwnerCaller, bytes: Buffer, size = bytes.length): Promise<FileBegun> {
  const body = { hash: hashOf(bytes), name: 'me.jpg', bytes: size };
  return jsonOf<FileBegun>(await owner.post('/site/files', body));
}

/** Sends what is missing, and ends. */
async function upload(owner: OwnerCaller, bytes: Buffer): Promise<FileLook> {
  const hash = hashOf(bytes);
  const begun = await begin(owner, bytes);
  assert.ok('next' in begun);
  for (let n = begun.next; n * FILE_PIECE_BYTES < bytes.length; n++) {
    const piece = bytes.subarray(n * FILE_PIECE_BYTES, (n + 1) * FILE_PIECE_BYTES);
    jsonOf(await owner.post('/site/files/piece', { hash, n, data: piece.toString('base64') }));
  }
  return jsonOf<FileLook>(await owner.post('/site/files/end', { hash }));
}

testOnEach(
  'a file in pieces is what its bytes say, and what no field can use is refused with why (catches: its name believed; refused only after 50 MB; a forged hash stored; the audit log has the name; a stored file not told again)',
  async (t, open) => {
    const store = await open();
    const { port } = await startOwnerApp(t, store);
    const owner = await signedIn(port, store.write);
    const picture = createCanvas(640, 800).toBuffer('image/png');
    const file = `${hashOf(picture)}.png`;
    const look = { is: 'picture', file, bytes: picture.length, width: 640, height: 800 };
    assert.deepEqual(await upload(owner, picture), look);
    assert.deepEqual(await begin(owner, picture), { next: 1 });
    const locked = Buffer.from('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>\n%%EOF');
    const book = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(FILE_PIECE_BYTES)]);
    const seen = await upload(owner, book);
    assert.equal(seen.is, 'book');
    assert.deepEqual(jsonOf(await owner.get(`/site/files/${hashOf(book)}.pdf/look`)), seen);
    assert.equal(codeOf(await owner.get(`/site/files/${hashOf(locked)}.pdf/look`)), 'not-found');
    const refused = await upload(owner, locked);
    assert.ok(refused.is === 'refused' && refused.why === 'locked', JSON.stringify(refused));
    const script = await upload(owner, Buffer.from('<html><script>1</script>'));
    assert.ok(script.is === 'refused' && script.why === 'kind');

    const other = { hash: 'a'.repeat(64), name: '', bytes: 3 };
    assert.equal(codeOf(await owner.post('/site/files/end', other)), 'not-now');
    const data = Buffer.from([0xff, 0xd8, 0xff]).toString('base64');
    assert.equal(codeOf(await owner.post('/site/files/piece', { ...other, n: 0, data })), 'not-now');
    jsonOf(await owner.post('/site/files', other));
    for (const wrong of [
      { data: 'AAAA', n: 1 },
      { data: 'AA==', n: 0 },
      { data: '%%%%', n: 0 },
      { data, n: -1 },
    ])
      assert.equal(codeOf(await owner.post('/site/files/piece', { ...other, ...wrong })), 'invalid-fields');
    jsonOf(await owner.post('/site/files/piece', { ...other, n: 0, data }));
    assert.equal(codeOf(await owner.post('/site/files/end', other)), 'invalid-fields');

    const tooLarge = { is: 'refused', why: 'too-large', limit: '50 MB' };
    assert.deepEqual(await begin(owner, Buffer.alloc(1), MOST_FILE_BYTES + 1), tooLarge);
    await beginUpload(store.write, { hash: 'b'.repeat(64), bytes: MOST_FILES_BYTES - 400_000 }, Date.now());
    assert.deepEqual(await begin(owner, Buffer.alloc(1), MOST_FILE_BYTES), {
      is: 'refused',
      why: 'no-room',
      limit: '500 MB',
    });
    const events = await store.read.selectFrom('audit_event').select('detail').execute();
    assert.deepEqual(
      events.map(({ detail }) => (JSON.parse(detail) as { file: string }).file),
      [file, `${hashOf(book)}.pdf`],
    );
  },
);

test('a picture is drawn when its field is saved, and not again for the words beside it (catches: drawn at the publication; a publisher at each typed letter)', async (t) => {
  const store = await openTestStore(t);
  const clock = { time: 1_000_000 };
  const { port } = await startOwnerApp(t, store, { now: () => clock.time });
  const owner = await signedIn(port, store.write, { now: clock.time });
  const look = await upload(owner, createCanvas(640, 800).toBuffer('image/jpeg'));
  assert.equal(look.is, 'picture');
  const portrait = { file: look.is === 'picture' ? look.file : '' };
  let revision = 0;
  /** When each cut was last drawn or needed, once nothing is drawn any more. */
  const save = async (name: string): Promise<number[]> => {
    const value = [{ name, role: { en: 'Words', pt: 'Palavras' }, portrait }];
    const saved = jsonOf<Saved>(await owner.post('/site/save', { field: 'people', value, revision }));
    revision = saved.is === 'saved' ? saved.row.revision : assert.fail(saved.is);
    await lookInTurn(() => Promise.resolve());
    const { drawn } = renderingsIn(store.dataDir);
    return readdirSync(drawn).map((kept) => statSync(join(drawn, kept)).mtimeMs);
  };
  const first = await save('Ana');
  assert.equal(first.length, 4);
  clock.time += 1_000_000;
  assert.deepEqual(await save('Ana Prado'), first);
});

test('an accent is drawn when it is saved; of those saved meanwhile only the last (catches: at the publication; each one that somebody tried)', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  let revision = 0;
  const save = async (value: string | { dark: string; light: string }) => {
    const saved = jsonOf<Saved>(await owner.post('/site/save', { field: 'brand.accent', value, revision }));
    revision = saved.is === 'saved' ? saved.row.revision : assert.fail(saved.is);
  };
  // Each in a theme alone, which has half of the bobs; the other stays ours.
  for (const dark of ['#7dd3a0', '#8899ff', '#ffee00']) await save({ dark, light: OUR_ACCENT.light });
  await Promise.all(editorOf({ ...store, now: Date.now }).drawing.values());
  assert.equal(readdirSync(renderingsIn(store.dataDir).drawn).length, 2 * 16);
});

/** Ends the next publisher that this process starts, as the system does at its limits. */
async function killPublisher(): Promise<void> {
  for (;;) {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        const isOurs =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === `${process.pid}`;
        if (isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('publisher/main.mjs'))
          return void process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended.
      }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('of a picture under words the look says how much it is darkened and lightened there (catches: the veil of any picture; of another place; for a place without words)', async (t) => {
  const store = await openTestStore(t);
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const canvas = createCanvas(3000, 1600);
  const context = canvas.getContext('2d');
  context.fillRect(0, 0, 3000, 1600);
  context.fillStyle = 'white';
  context.fillRect(0, 0, 300, 1600);
  const picture = canvas.toBuffer('image/png');
  const look = await upload(owner, picture);
  const path = `/site/files/${hashOf(picture)}.png/look`;
  const at = async (query: string) => jsonOf<FileLook>(await owner.get(`${path}?${query}`));
  // The white on the left is behind words where a crop shows it.
  assert.deepEqual(await at('field=pictures.soon&x=0&y=0'), {
    ...look,
    exposed: { dark: 0.75, light: 0.79 },
  });
  assert.deepEqual(await at('field=pictures.soon&x=1&y=0'), { ...look, exposed: { dark: 0, light: 0.79 } });
  for (const nowhere of ['field=pictures.about&x=0&y=0', 'field=pictures.soon&x=2&y=0'])
    assert.deepEqual(await at(nowhere), look, nowhere);
});

test('a file that ends its publisher takes too much, which is said when it comes and beside its field, and is not published (catches: it cannot be opened; the field says nothing; forever)', async (t) => {
  if (process.platform !== 'linux') return t.skip('reads /proc');
  const store = await openTestStore(t);
  const { port } = await startOwnerApp(t, store);
  const owner = await signedIn(port, store.write);
  const picture = createCanvas(1280, 1184).toBuffer('image/png');
  const [refused] = await Promise.all([upload(owner, picture), killPublisher()]);
  assert.deepEqual(refused, { is: 'refused', why: 'heavy', limit: '' });
  const field = 'pictures.about';
  const file = `${hashOf(picture)}.png`;
  assert.equal(jsonOf<FileLook>(await owner.get(`/site/files/${file}/look`)).is, 'picture');

  const value = { dark: { file, focus: { x: 0.5, y: 0.5 } }, light: null };
  const save = (revision: number, now: object) => owner.post('/site/save', { field, value: now, revision });
  const [saved] = await Promise.all([save(0, value), killPublisher()]);
  const { row } = jsonOf<Extract<Saved, { is: 'saved' }>>(saved);
  const draft = row.revision;
  const published = jsonOf<Published>(await owner.post('/site/publish', { live: 0, draft }));
  const problems = [{ field, at: '', code: 'file-heavy', limit: '' }];
  assert.deepEqual(published, { is: 'refused', problems });
  assert.deepEqual(jsonOf<SiteDraft>(await owner.get('/site/draft')).problems, problems);
  await save(draft, { dark: null, light: value.dark });
  assert.deepEqual(jsonOf<SiteDraft>(await owner.get('/site/draft')).problems, []);
});
