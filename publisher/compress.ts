import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|txt|json|xml|webmanifest)$/;

/** Whether a file of a site, by its path, is a text that is served. */
export function isCompressible(path: string): boolean {
  return TEXT.test(path) && (!path.startsWith('.build') || /^\.build[\\/]pages[\\/]/.test(path));
}

/** Compresses every text in a folder. */
export async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(async (file) => compressFile(file, await readFile(file))));
}

/** Puts a `.br` and a `.gz` beside a file, at the highest level: done once, served for ever. */
export async function compressFile(file: string, content: Buffer): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const br = await promisify(brotliCompress)(content, { params });
  const gz = await promisify(gzip)(content, { level: 9 });
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}
