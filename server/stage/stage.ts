import type { Kysely } from '#kysely';
import { isStage, type Stage } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

/** The setting that stores it. */
export const STAGE = 'stage';

/** The stored stage; null if none was set yet. */
export async function readStage(query: Kysely<Tables>): Promise<Stage | null> {
  return stageIn(await readSetting(query, STAGE));
}

/** The stage that its row holds. */
export function stageIn(value: string | null | undefined): Stage | null {
  return isStage(value) ? value : null;
}

/** Whether visitors see the site. `stage`: where none was set yet. */
export async function isLive(query: Kysely<Tables>, { stage }: { stage: Stage }): Promise<boolean> {
  return ((await readStage(query)) ?? stage) === 'live';
}

/** Every process sees it within a second. */
export async function writeStage(query: Kysely<Tables>, stage: Stage): Promise<void> {
  await writeSetting(query, STAGE, stage);
}
