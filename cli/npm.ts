import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IS_PACKAGE } from '#server/base/root.ts';

/** How a command is run: in a checkout, or as an installed package. */
export const CALL = IS_PACKAGE ? 'npx embreve' : 'npm run -s embreve --';

/**
 * Returns the `options` that npm took for itself, as it does without `--`: the command would run without
 * them. What npm's own config files set does not count.
 */
export function takenByNpm(options: readonly string[], env: NodeJS.ProcessEnv): string[] {
  if (env.npm_lifecycle_event === undefined) return [];
  const taken = options.filter((option) => env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined);
  if (taken.length === 0) return [];
  const set = settingsOfNpm(env);
  return taken.filter((option) => !set.has(option));
}

/** npm prints the script's name unless it is silent; npx prints nothing. */
export function writesLines(env: NodeJS.ProcessEnv): boolean {
  return ![undefined, 'npx'].includes(env.npm_lifecycle_event) && env.npm_config_loglevel !== 'silent';
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

/** Returns no lines if the file is missing or unreadable: usually there is none. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
