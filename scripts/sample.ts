import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '#server/build.ts';
import { openStore } from '#server/open-store.ts';
import { fillSample } from '../test/fixtures/sample.ts';
import { ROOT } from './build/root.ts';

/** Stronger than what .env says: the sample has a folder of its own, and no mail to it leaves this machine. */
export const SAMPLE_SETTINGS = { DATA_DIR: './data-sample', DATABASE_URL: '', SMTP_URL: '', FORWARD_URL: '' };

/** Once: whoever wants a new one deletes the folder. */
export async function makeSample(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) return;
  // Beside it, so that a sample that was cut short is none.
  const unfinished = `${dataDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const { consentTexts } = readManifest(join(ROOT, 'dist'));
  const database = await openStore(
    {
      dataDir: unfinished,
      databaseUrl: null,
      consentTexts,
      now: Date.now,
      onFatal: ({ message }) => console.error(message),
      onSetAside: (fault) => console.error(fault),
    },
    'OFF',
  );
  await fillSample(database.write, { now: Date.now(), consentTexts });
  await database.close();
  renameSync(unfinished, dataDir);
  console.log(`Invented people are in ${dataDir}. Delete that folder for new ones.`);
}
