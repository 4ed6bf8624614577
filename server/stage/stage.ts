import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from '#kysely';
import { isStage, type Stage } from '#contract/pages.ts';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

/** The setting that holds it. */
export const STAGE = 'stage';
/** Milliseconds. The owner's switch takes effect within a second, in every process. */
const LOOK_MS = 500;

/** What the row of the store says; null where nobody has said anything yet. */
export async function readStage(query: Kysely<Tables>): Promise<Stage | null> {
  const value = await readSetting(query, STAGE);
  return isStage(value) ? value : null;
}

/** Seen by every process within a second. */
export async function writeStage(query: Kysely<Tables>, stage: Stage): Promise<void> {
  await writeSetting(query, STAGE, stage);
}

export type StageWatch = {
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
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    for (;;) {
      await wait(LOOK_MS, undefined, { ref: false, signal: stopping.signal });
      // A store that is away is others' business: pages stay as they are.
      const stage = (await readStage(query).catch(() => current)) ?? otherwise;
      if (stage !== current) onChange(stage);
      current = stage;
    }
  }

  // It ends by the signal alone.
  const watching = watch().catch(() => {});
  return {
    stage: () => current,
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}
