import type { Kysely } from '#kysely';
import { CHANGEABLE_SETTINGS } from '#contract/owner/server-settings.ts';
import type { Stage } from '#contract/pages.ts';
import type { Build } from '#server/base/build.ts';
import type { Config, FixedConfig } from '#server/base/config.ts';
import type { Log } from '#server/base/log.ts';
import { createLive, type Live } from '#server/base/shown-site.ts';
import { STAGE, stageIn } from '#server/stage/stage.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { NEXT_ADDRESS, presentOf, sealAnew } from './present.ts';
import { watchSettings } from './watch.ts';

/** What a process answers by, at a moment. */
export type Present = { build: Build; config: Config };

type PresentWatch = {
  shown: Live<Present>;
  site: Live<Build>;
  settings: Live<Config>;
  /** At most a second old. */
  stage(): Stage;
  /** See PresentSettings; as old. */
  nextAddress(): string | null;
  /** Shows this site from here on. */
  show(build: Build): void;
  stop(): Promise<void>;
};

/**
 * Follows stage and settings, whichever process changes them: a change is seen within a second.
 * @throws ConfigError if the environment contradicts itself
 */
export async function followPresent(
  fixed: FixedConfig,
  build: Build,
  { query, secrets, log }: { query: Kysely<Tables>; secrets: Secrets; log: Log },
): Promise<PresentWatch> {
  const presentIn = (rows: ReadonlyMap<string, string>) => presentOf(fixed, rows, () => secrets);
  const stageOf = (rows: ReadonlyMap<string, string>) => stageIn(rows.get(STAGE)) ?? fixed.stage;
  const { rows, stop } = await watchSettings(
    query,
    [STAGE, NEXT_ADDRESS, ...CHANGEABLE_SETTINGS],
    (next, changed) => {
      const names = changed.filter((name) => name !== STAGE);
      if (names.length > 0) {
        show({ ...shown(), config: presentIn(next).config });
        log.info('settings changed', { names });
      }
      if (names.length < changed.length) log.info('stage changed', { stage: stageOf(next) });
    },
  );
  await sealAnew(query, rows(), secrets);
  const { shown, show } = createLive<Present>({ build, config: presentIn(rows()).config });
  return {
    shown,
    site: shown.map((now) => now.build),
    settings: shown.map((now) => now.config),
    stage: () => stageOf(rows()),
    nextAddress: () => presentIn(rows()).nextAddress,
    show: (next) => show({ ...shown(), build: next }),
    stop,
  };
}
