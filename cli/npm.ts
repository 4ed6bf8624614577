import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Those of `options` that npm has kept for itself, as it does with all that no `--` stands before: the command would run
 * without them. What a file of npm's own settings sets counts as not given.
 */
export function takenByNpm(options: readonly string[], env: NodeJS.ProcessEnv): string[] {
  if (env.npm_lifecycle_event === undefined) return [];
  const taken = options.filter((option) => env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined);
  if (taken.length === 0) return [];
  const set = settingsOfNpm(env);
  return taken.filter((option) => !set.has(option));
}

/** npm names the script that it runs, unless it is told to be silent. */
export function writesLines(env: NodeJS.ProcessEnv): boolean {
  return env.npm_lifecycle_event !== undefined && env.npm_config_loglevel !== 'silent';
}

function settingsOfNpm(env: NodeJS.ProcessEnv): Set<string> {
  const {
    npm_config_userconfig: ofUser,
    npm_config_globalconfig: ofAll,
    npm_config_local_prefix: here,
  } = env;
  const files = [ofUser, ofAll, here && join(here, '.npmrc')];
  const lines = files.flatMap((file) => (file ? linesOf(file) : []));
  return new Set(lines.map((line) => line.split('=', 1)[0]?.trim() ?? ''));
}

/** None of a file that is not there, or closed to us: most often there is none. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
