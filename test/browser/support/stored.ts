import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/build/root.ts';
import { dataDirOf, type SiteName } from './sites.ts';

/**
 * What the owner's export says about one address: its rows, column by column. Read while the server runs. With `--all`
 * suspected robots are among them, and a column `suspect` says why.
 */
export async function storedRows(
  site: SiteName,
  address: string,
  ...options: '--all'[]
): Promise<Record<string, string>[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'cli/main.ts'), 'subscribers', 'export', ...options],
    { env: { ...process.env, DATA_DIR: dataDirOf(site) }, maxBuffer: 64 * 1024 * 1024 },
  );
  // No cell of these tests holds a comma or a quote.
  const [head = '', ...lines] = stdout
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n');
  const names = head.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])),
  );
  return rows.filter((row) => row['address'] === address);
}
