import type { Kysely } from '#kysely';
import { isStage, type Stage } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';
import { keepLooking } from './look.ts';

/** The setting that holds it. */
export const STAGE = 'stage';

/** What the row of the store says; null where nobody has said anything yet. */
export async function readStage(query: Kysely<Tables>): Promise<Stage | null> {
  const value = await readSetting(query, STAGE);
  return isStage(value) ? value : null;
}

/** Seen by every process within a second. */
export async function writeStage(query: Kysely<Tables>, stage: Stage): Promise<void> {
  await writeSetting(query, STAGE, stage);
}

type StageWatch = {
  /** As of at most a second ago; while the store is away the last one known. */
  stage(): Stage;
  stop(): Promise<void>;
};

/**
 * Looks now, then twice a second; keeps no process alive. `otherwise`: the stage until the owner's switch is used.
 * `onChange`: told of each change.
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
