import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import type { PublisherJob } from '#publisher/order.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';
import { drawingIn } from './answers.ts';
import { runPublisher } from './run-publisher.ts';

test('pictures of the largest size, turned as phones turn them, are drawn one after another in the memory of a publisher (catches: those before stay there)', async (t) => {
  const [files, drawn] = ['files', 'drawn'].map((name) => join(folderOf(t), name)) as [string, string];
  mkdirSync(drawn);
  const photo = async (red: number) => {
    const background = { r: red, g: 90, b: 120 };
    const jpeg = sharp({ create: { width: 8_900, height: 6_700, channels: 3, background } })
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true });
    return { ...ownerFile(files, 'jpg', await jpeg.toBuffer()), focus: { x: 0.5, y: 0.5 } };
  };
  const content = {
    'pictures.cover.0': await photo(80),
    'pictures.cover.1': await photo(90),
  };
  const order: PublisherJob = { does: 'draw', program: PROGRAM, content, files, drawn, now: 0 };
  // As long as a busy machine takes.
  const { is, ...ended } = await runPublisher(order, drawingIn, { patience: 600_000 });
  assert.deepEqual(
    [is, ended],
    ['answered', { answer: { problems: [], exposed: { dark: 0, light: 0 } }, notes: '' }],
  );
});
