import { exported, type Row } from './exported.ts';
import type { SiteName } from './sites.ts';

/**
 * The rows of one address in the owner's export, column by column. `--all` includes suspected bots, and a
 * column `suspect` with the reason.
 */
export async function storedRows(site: SiteName, address: string, ...options: '--all'[]): Promise<Row[]> {
  const rows = await exported('subscribers', site, ...options);
  return rows.filter((row) => row['address'] === address);
}
