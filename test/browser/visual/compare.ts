import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** `pixels`: how many differ; those that only one of the two pictures has are among them. */
export type Difference = { file: string; pixels: number; share: number } | { file: string; only: string };

/** Compares two folders of pictures of the same names. `reader` is an empty page: the browser decodes them. */
export async function compareFolders(
  reader: Page,
  folders: Record<'before' | 'after', string>,
  files: Record<'before' | 'after', string[]>,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const file of [...new Set([...files.before, ...files.after])].toSorted()) {
    const missing = (['before', 'after'] as const).find((one) => !files[one].includes(file));
    if (missing !== undefined) {
      differences.push({ file, only: missing === 'before' ? 'after' : 'before' });
      continue;
    }
    const [before, after] = await Promise.all(
      [folders.before, folders.after].map((folder) => readFile(join(folder, file))),
    );
    if (before === undefined || after === undefined || before.equals(after)) continue;
    const { pixels, share } = await reader.evaluate(
      count,
      [before, after].map((png) => png.toString('base64')),
    );
    if (pixels > 0) differences.push({ file, pixels, share });
  }
  return differences;
}

/** Runs in the reading page. A channel may differ by a rounding error. */
async function count(pictures: string[]): Promise<{ pixels: number; share: number }> {
  const ROUNDING = 2;
  const bitmaps = await Promise.all(
    pictures.map((picture) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    }),
  );
  const width = Math.max(...bitmaps.map((bitmap) => bitmap.width));
  const height = Math.max(...bitmaps.map((bitmap) => bitmap.height));
  const [one, other] = bitmaps.map((bitmap) => {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    // Where a picture ends the rest is transparent, which no page is.
    return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
  });
  if (!one || !other) throw new Error('two pictures are compared');
  let pixels = 0;
  for (let at = 0; at < one.length; at += 4) {
    for (let channel = at; channel < at + 4; channel += 1) {
      if (Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) <= ROUNDING) continue;
      pixels += 1;
      break;
    }
  }
  return { pixels, share: pixels / (width * height) };
}
