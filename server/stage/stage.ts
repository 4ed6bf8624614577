import type { Kysely } from '#kysely';
import { isStage, type Stage } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';
import { keepLooking } from './look.ts';

/** The setting that stores it. */
export const STAGE = 'stage';

/** The stored stage; null if none was set yet. */
export async function readStage(query: Kysely<Tables>): Promise<Stage | null> {
  const value = await readSetting(query, STAGE);
  return isStage(value) ? value : null;
}

/** Every process sees it within a second. */
export async function writeStage(query: Kysely<Tables>, stage: Stage): Promise<void> {
  await writeSetting(query, STAGE, stage);
}

type StageWatch = {
  /** At most a second old; while the store is unavailable, the last known one. */
  stage(): Stage;
  stop(): Promise<void>;
};

/**
 * Reads the stage now, then twice a second; does not keep the process alive. `otherwise`: the stage until the
 * owner sets one. `onChange`: called on each change.
 */
export async function watchStage(
  query: Kysely<Tables>,
  otherwise: Stage,
  onChange: (stage: Stage) => void,
): Promise<StageWatch> {
  let current = (await readStage(query)) ?? otherwise;
  const { stop } = keepLooking(async () => {
    const stage = (await readStage(query)) ?? otherwise;
    if (stage !== current) onChange(stage);
    current = stage;
  });
  return { stage: () => current, stop };
}
