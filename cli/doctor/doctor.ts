import type { Config } from '#server/config.ts';
import { examine as examineFile, examinePostgres } from '#server/store/examine.ts';
import { command, EXIT, Failed, type CliContext } from '../command.ts';
import { loadBrand, oversights } from '#server/oversights.ts';
import { withStore } from '#server/store/existing.ts';
import { checkBuild, DIST } from './build.ts';
import { checkClock, checkContents } from './contents.ts';
import { checkDisk, checkModes, checkSecrets } from './files.ts';
import { type Findings, ok, problem, sayFindings } from './finding.ts';
import { checkEndpoint, checkForward, checkMail, checkReturns } from './reach.ts';

export const doctor = command({
  name: 'doctor',
  about: 'looks at settings, store, disk, mail, forwarding, clock and pages, and says what to do',
  options: { dist: 'FOLDER' },
  run: async ({ values, settings, now, say }) => {
    const findings = await examine({ settings, now }, values.dist ?? DIST);
    return sayFindings(findings, say).problem > 0 ? EXIT.failed : EXIT.done;
  },
});

async function examine(
  { settings, now }: Pick<CliContext, 'settings' | 'now'>,
  dist: string,
): Promise<Findings> {
  let config: Config;
  try {
    config = settings();
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { settings: error.message.split('\n').map(problem), build: checkBuild(dist, null) };
  }
  const { dataDir, databaseUrl, siteUrl } = config;
  // Side by side: each may wait for a network that does not answer.
  const [store, mail, returns, forward, endpoint] = await Promise.all([
    databaseUrl === null ? examineFile(dataDir) : examinePostgres(databaseUrl),
    checkMail(config),
    checkReturns(config),
    checkForward(config),
    checkEndpoint(config),
  ]);
  const careless = oversights(config, await loadBrand());
  return {
    settings: careless.length > 0 ? careless : ok('can be used'),
    store,
    ...(await checkList(config, now())),
    disk: checkDisk(dataDir),
    secrets: checkSecrets(config),
    files: checkModes(dataDir),
    mail,
    returns,
    forward,
    endpoint,
    build: checkBuild(dist, siteUrl),
  };
}

async function checkList(config: Config, now: number): Promise<Findings> {
  try {
    return await withStore(config, 'read', ({ read }) => checkContents(read, now));
  } catch (error) {
    // Why the store cannot be read has been said before.
    if (error instanceof Failed) return { clock: checkClock(now, null) };
    throw error;
  }
}
