import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createCanvas } from '@napi-rs/canvas';
import type {
  AnnouncementNow,
  LetterMade,
  PictureDrawn,
  WordsNow,
  WordsSaved,
} from '#contract/owner/launch.ts';
import { OWNER_FILES, type PreviewMade } from '#contract/owner/preview.ts';
import type { Problem } from '#contract/problem.ts';
import { readFileStream, storeFile } from '#server/content/files.ts';
import '#test/fixtures/content.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';
import type { TestStore } from '#test/fixtures/store.ts';

async function upload({ write, dataDir }: TestStore, width: number, height: number): Promise<string> {
  const picture = createCanvas(width, height).toBuffer('image/png');
  const most = picture.length;
  const stored = await storeFile(write, 'png', Readable.from([picture]), { most, dataDir }, Date.now());
  return stored.is === 'stored' ? stored.name : assert.fail(stored.is);
}

testOnEach(
  'a picture is drawn, saved as a field, seen in both previews, and taken away again, and not while its file is missing; what cannot be drawn is refused by its code and changes nothing (catches: the upload itself is sent; the old picture lost; a picture after the letter is set)',
  async (t, openStore) => {
    const store = await openStore();
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write);
    const { purpose } = jsonOf<LetterMade>(await ana.post('/letters', {}));
    const path = `/announcements/${purpose}`;
    const draw = (file: string) => ana.post(`${path}/picture`, { file });
    let revision = 0;
    const save = (value: object | string | null) =>
      ana.post(`${path}/words/save`, { field: 'picture', value, revision });
    const words = async () => jsonOf<WordsNow>(await ana.get(`${path}/words`)).words;
    const version = async () => jsonOf<AnnouncementNow>(await ana.get(path)).wordsVersion;
    const before = await version();
    const picture = jsonOf<PictureDrawn>(await draw(await upload(store, 1600, 800)));
    assert.equal((await words()).picture, undefined);
    const saved = jsonOf<WordsSaved>(await save(picture));
    assert.ok(saved.is === 'saved' && saved.row.by === 'Ana Sousa');
    revision = saved.row.revision;
    assert.deepEqual((await words()).picture, picture);
    assert.ok(picture && picture.width === 1200 && picture.height === 600 && picture.bytes < 200_000);
    const hash = createHash('sha256');
    for await (const piece of (await readFileStream(store.read, picture.file)) ?? []) hash.update(piece);
    assert.equal(`${hash.digest('hex')}.jpg`, picture.file);
    assert.notEqual(await version(), before);

    const seen = async (more: object) => {
      const asked = {
        announcement: purpose,
        language: 'en',
        over: { 'heading.en': 'Bread', 'alt.en': 'A loaf' },
      };
      return jsonOf<PreviewMade>(await ana.post('/site/preview', { ...asked, ...more })).html;
    };
    for (const more of [{}, { as: 'page' }]) {
      const html = await seen(more);
      assert.ok(html.includes(OWNER_FILES + picture.file) && html.includes('A loaf'), html);
    }

    for (const [file, code] of [
      [await upload(store, 599, 800), 'picture-small'],
      [`${'a'.repeat(64)}.png`, 'file-there'],
      ['../../etc/passwd', 'file-there'],
    ] as const) {
      const { problems } = JSON.parse((await draw(file)).body.toString()) as Problem;
      assert.deepEqual(
        problems?.map((one) => `${one.field} ${one.code}`),
        [`file ${code}`],
      );
    }
    for (const forged of [
      'A loaf',
      { ...picture, file: `${'a'.repeat(64)}.jpg` },
      { ...picture, file: '../../etc/passwd' },
      { ...picture, width: 20_000 },
      { ...picture, bytes: picture.bytes - 1 },
      { file: picture.file },
    ])
      assert.equal(codeOf(await save(forged)), 'invalid-fields');
    assert.deepEqual((await words()).picture, picture);
    await store.write.updateTable('file').set({ whole: 0 }).execute();
    assert.match(await seen({}), /Bread/);
    assert.doesNotMatch(await seen({}), /site\/files|cid:/);
    await store.write.updateTable('announcement').set({ state: 'scheduled' }).execute();
    assert.equal(codeOf(await save(null)), 'not-now');
    await store.write.updateTable('announcement').set({ state: 'draft' }).execute();
    jsonOf(await save(null));
    assert.equal((await words()).picture, undefined);
    assert.doesNotMatch(await seen({}), /site\/files|cid:/);
  },
);
