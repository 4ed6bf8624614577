import { exported, type Row } from './exported.ts';
import type { SiteName } from './sites.ts';

/**
 * What the owner's export says about one address: its rows, column by column. With `--all` suspected robots are among
 * them, and a column `suspect` says why.
 */
export async function storedRows(site: SiteName, address: string, ...options: '--all'[]): Promise<Row[]> {
  const rows = await exported('subscribers', site, ...options);
  return rows.filter((row) => row['address'] === address);
}
