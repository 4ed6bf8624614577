import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import { readManifest } from '#server/base/build.ts';
import type { Config } from '#server/base/config.ts';
import { openStore } from '#server/app/open-store.ts';
import { linkTo, makeServerLink } from '#server/owners/links.ts';
import { addOwner } from '#server/owners/owners.ts';
import { withStore } from '#server/store/existing.ts';
import { keysOf } from '#server/store/secrets/key-file.ts';
import { RefusedError } from '#server/store/refusal.ts';
import { fillSample } from '../test/fixtures/sample.ts';
import { ROOT } from '#server/base/root.ts';

/** Overrides .env: the sample has its own folder, and none of its mails leaves this machine. */
export const SAMPLE_SETTINGS = {
  DATA_DIR: './data-sample',
  DATABASE_URL: '',
  SMTP_URL: '',
  MAILS: 'files',
  FORWARD_URL: '',
};

const OWNER = { name: 'Marta Reis', email: 'marta@studio.example', language: FALLBACK_LANGUAGE };

/** Returns a sign-in link for the sample's owner, valid once and for ten minutes. */
export async function sampleLink({ dataDir, siteUrl }: Pick<Config, 'dataDir' | 'siteUrl'>): Promise<string> {
  const order = { owner: 1, now: Date.now() };
  return withStore({ dataDir, databaseUrl: null }, 'write', async ({ write }) => {
    const { token } = await makeServerLink(write, order);
    return linkTo(siteUrl, token);
  });
}

async function isOfToday(dataDir: string): Promise<boolean> {
  try {
    await withStore({ dataDir, databaseUrl: null }, 'read', async () => {});
    return true;
  } catch (error) {
    if (error instanceof RefusedError && ['older', 'newer'].includes(error.code)) return false;
    throw error;
  }
}

/** Created once per schema version: delete the folder to create it again. */
export async function makeSample(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) {
    if (await isOfToday(dataDir)) return;
    console.log(`The sample in ${dataDir} is of another version: it is made again.`);
    rmSync(dataDir, { recursive: true });
  }
  // Created under another name, so that an interrupted sample is not used.
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
      onQuarantine: (fault) => console.error(fault),
    },
    'OFF',
  );
  const now = Date.now();
  await fillSample(database.write, { now, consentTexts });
  await addOwner(database.write, { ...OWNER, now });
  await database.close();
  keysOf(unfinished);
  renameSync(unfinished, dataDir);
  console.log(`Invented people are in ${dataDir}. Delete that folder for new ones.`);
}
