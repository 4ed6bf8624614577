import { amount } from '#server/base/amount.ts';
import type { FixedConfig } from '#server/base/config.ts';
import { databaseFile } from '#server/store/open.ts';
import { keysOf, mayHaveKeys, secretsFile } from '#server/store/secrets/key-file.ts';
import { transferTo } from '#server/store/transfer.ts';
import { command, Failed } from './command.ts';

export const transfer = command({
  name: 'transfer',
  about:
    'copies the database in DATA_DIR into the empty PostgreSQL of DATABASE_URL, while the server is stopped',
  run: async ({ settings, say }) => {
    const config = settings();
    const { databaseUrl, databaseDirectUrl, dataDir } = config;
    if (databaseUrl === null) throw new Failed('Set DATABASE_URL to the database to copy to.');
    assertKeysKept(config);
    const copied = await transferTo(dataDir, databaseDirectUrl ?? databaseUrl);
    for (const [table, n] of copied) say(`${amount(n, 'row')} of ${table}`);
    say(`${databaseFile(dataDir)} is unchanged. Keep it until the server has run on PostgreSQL.`);
  },
});

/** Links in mails already sent are signed with these keys. */
function assertKeysKept({ dataDir, secretKeys }: FixedConfig): void {
  if (!mayHaveKeys(dataDir)) return;
  if (keysOf(dataDir).every((key) => secretKeys?.includes(key))) return;
  throw new Failed(
    `SECRET_KEYS must include the keys of ${secretsFile(dataDir)}, or links in emails already sent would stop working.`,
  );
}
