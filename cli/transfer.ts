import type { Config } from '#server/config.ts';
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
    const { databaseUrl, dataDir } = config;
    if (databaseUrl === null) throw new Failed('Set DATABASE_URL: it says where the list shall go.');
    assertKeysKept(config);
    for (const [table, n] of await transferTo(dataDir, databaseUrl)) say(`${n} rows of ${table}`);
    say(`${databaseFile(dataDir)} stays as it is. Keep it until the server has run on PostgreSQL.`);
  },
});

/** Links in mails already sent are signed with these keys. */
function assertKeysKept({ dataDir, secretKeys }: Config): void {
  if (!mayHaveKeys(dataDir)) return;
  if (keysOf(dataDir).every((key) => secretKeys?.includes(key))) return;
  throw new Failed(
    `SECRET_KEYS must hold the keys of ${secretsFile(dataDir)}, or no link in a mail already sent would work.`,
  );
}
