import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TokenState } from '#contract/pages.ts';
import { dataDirOf, type SiteName } from './sites.ts';
import { expect } from './test.ts';

/** The links of the confirmation mail to one address, by what they are for. Waits until it is written. */
export async function mailedLinks(site: SiteName, address: string): Promise<Record<TokenState, string>> {
  const folder = join(dataDirOf(site), 'outbox');
  async function find(): Promise<string | undefined> {
    const names = await readdir(folder).catch(() => []);
    const texts = names
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFile(join(folder, name), 'utf8'));
    return (await Promise.all(texts)).find((text) => text.includes(`To: ${address}`));
  }
  await expect.poll(find, { message: `a mail to ${address}` }).toBeDefined();
  const mail = (await find()) ?? '';
  const linkOf = (state: TokenState) =>
    new RegExp(`https?://\\S+[?&]${state}=[^\\s>]+`).exec(mail)?.[0] ?? '';
  return { confirm: linkOf('confirm'), unsubscribe: linkOf('unsubscribe'), me: linkOf('me') };
}
