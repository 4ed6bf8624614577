import { ConfigError, type Config } from '#server/config.ts';
import { examine as examineFile, examinePostgres } from '#server/store/examine.ts';
import { command, EXIT, Failed, type CliContext } from '../command.ts';
import { loadBrand, oversights } from '#server/oversights.ts';
import { withStore } from '#server/store/existing.ts';
import { checkBuild, DIST } from './build.ts';
import { checkClock, checkContents } from './contents.ts';
import { checkDisk, checkModes, checkSecrets } from './files.ts';
import { about, type Finding } from './finding.ts';
import { checkEndpoint, checkForward, checkMail } from './reach.ts';

export const doctor = command({
  name: 'doctor',
  about: 'looks at settings, store, disk, mail, forwarding, clock and pages, and says what to do',
  options: { dist: 'FOLDER' },
  run: async ({ values, settings, now, say }) => {
    const found = await examine({ settings, now }, values.dist ?? DIST);
    for (const { level, about: name, text } of found)
      say(`${level.padEnd(7)}  ${name.padEnd(8)}  ${text.replaceAll('\n', ' ')}`);
    return found.some(({ level }) => level === 'problem') ? EXIT.failed : EXIT.done;
  },
});

async function examine(
  { settings, now }: Pick<CliContext, 'settings' | 'now'>,
  dist: string,
): Promise<Finding[]> {
  const config = readSettings(settings);
  if (Array.isArray(config)) return [...config, checkBuild(dist, null)];
  const { dataDir, databaseUrl } = config;
  // Side by side: each may wait for a network that does not answer.
  const [store, mail, forward, endpoint] = await Promise.all([
    databaseUrl === null ? [examineFile(dataDir)] : examinePostgres(databaseUrl),
    checkMail(config),
    checkForward(config),
    checkEndpoint(config),
  ]);
  return [
    ...(await checkSettings(config)),
    ...store.map(({ level, text }) => about('store')[level](text)),
    ...(await checkList(config, now())),
    checkDisk(dataDir),
    checkSecrets(config),
    ...checkModes(dataDir),
    mail,
    ...forward,
    ...endpoint,
    checkBuild(dist, config.siteUrl),
  ];
}

async function checkSettings(config: Config): Promise<Finding[]> {
  const found = oversights(config, await loadBrand());
  if (found.length === 0) return [about('settings').ok('can be used')];
  return found.map(({ level, text }) => about('settings')[level](text));
}

function readSettings(settings: () => Config): Config | Finding[] {
  try {
    return settings();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map(about('settings').problem);
  }
}

async function checkList(config: Config, now: number): Promise<Finding[]> {
  try {
    return await withStore(config, 'read', ({ read }) => checkContents(read, now));
  } catch (error) {
    // Why the store cannot be read has been said before.
    if (error instanceof Failed) return [checkClock(now, null)];
    throw error;
  }
}
