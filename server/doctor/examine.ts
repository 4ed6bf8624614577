import type { Config, FixedConfig } from '#server/base/config.ts';
import { Failed } from '#server/base/failed.ts';
import { factsOf } from '#contract/content/own-facts.ts';
import { configWarnings, databaseWarnings, diskWarnings } from './config-warnings.ts';
import { shownContent } from './shown-content.ts';
import { examineStore as examineFile, examinePostgres } from '#server/store/examine.ts';
import { withStore } from '#server/store/existing.ts';
import { checkBuild, checkTemplate } from './build.ts';
import { checkClock, checkContents } from './contents.ts';
import { checkCopies, checkDisk, checkModes, checkSecrets } from './files.ts';
import { type Examined, type Finding, ok, problemFinding, warning } from '#server/base/finding.ts';
import { type Ignored, presentIn } from '#server/settings/present.ts';
import { hasOwnNetwork } from '#server/publish/sandbox.ts';
import { installedVersion, runningVersion } from '#server/base/version.ts';
import { checkEndpoint, checkForward, checkMail, checkReturns } from './reach.ts';

/** The whole health check, with or without a running server. Read-only. `version`: the running program's. */
export async function examine(
  fixed: FixedConfig,
  dist: string,
  now: number,
  version: string = runningVersion(),
): Promise<Examined> {
  const { config, ignored } = await presentIn(fixed);
  const { dataDir, databaseUrl, siteUrl } = config;
  // In parallel: each may wait for a network that does not answer.
  const [store, mail, returns, forward, endpoint] = await Promise.all([
    databaseUrl === null ? examineFile(dataDir) : examinePostgres(databaseUrl),
    checkMail(config, now),
    checkReturns(config),
    checkForward(config),
    checkEndpoint(config),
  ]);
  const facts = factsOf(shownContent(dist));
  const careless = [
    ...configWarnings(config, facts),
    ...databaseWarnings(config),
    ...diskWarnings(config),
    ...ignoredSettings(ignored),
  ];
  return {
    version: checkVersion(version),
    settings: careless.length > 0 ? careless : ok('can be used'),
    store,
    ...(await checkList(config, now, facts['legal.retentionMonths'])),
    disk: checkDisk(dataDir),
    copies: checkCopies(config, now),
    secrets: checkSecrets(config),
    files: checkModes(dataDir),
    mail,
    returns,
    forward,
    endpoint,
    build: await withPublisher(checkBuild(dist, siteUrl)),
    template: checkTemplate(dist),
  };
}

/** A program that was updated goes on as it was until its next start. */
export function checkVersion(running: string, installed: string = installedVersion()): Finding {
  return running === installed ? ok(running) : warning('version-old', { running, installed });
}

/** Says whether a site is rendered without a network. */
async function withPublisher(build: Finding): Promise<Finding> {
  if (build.level !== 'ok') return build;
  const network = (await hasOwnNetwork()) ? 'no network' : 'the network of this machine';
  return ok(`${build.text}; the publisher has ${network}`);
}

function ignoredSettings(ignored: readonly Ignored[]): Finding[] {
  return ignored.map(({ name, text }) =>
    text === null ? problemFinding('setting-sealed', { name }) : warning('setting-unusable', { name, text }),
  );
}

async function checkList(config: Config, now: number, retentionMonths: number): Promise<Examined> {
  try {
    return await withStore(config, 'read', ({ read }) => checkContents(read, config, now, retentionMonths));
  } catch (error) {
    // An unreadable store was reported above.
    if (error instanceof Failed) return { clock: checkClock(now, null) };
    throw error;
  }
}
