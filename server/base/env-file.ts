import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Unwell } from '#contract/owner/doctor.ts';
import { ConfigError, type Environment, HOME, SETTING_NAMES } from './config.ts';
import { warning } from './finding.ts';
import { nearest } from './nearest.ts';

export const ENV_FILE = resolve(HOME, '.env');

/** Adds the settings of a `.env` file to `process.env`. Existing variables keep their value. */
export function loadEnvFile(file: string = ENV_FILE): void {
  for (const [name, value] of Object.entries(readEnvFile(file))) process.env[name] ??= value;
}

/**
 * Warns the operator of unknown names in a `.env` file (not ours, nor those of Node, Docker and the database's
 * image), and of near misses in the environment, where most names belong to others.
 */
export function misnamedSettings(file: string = ENV_FILE, env: Environment = process.env): Unwell[] {
  const isStrange = (name: string) => !SETTING_NAMES.includes(name) && !OF_OTHERS.test(name);
  // Anything else may be a part of a password.
  const inFile = Object.keys(readEnvFile(file)).filter((name) => /^[A-Za-z_]\w*$/.test(name));
  const ofFile = inFile.filter(isStrange).map((name) => {
    const like = nearest(name.toUpperCase(), SETTING_NAMES);
    return like === null
      ? warning('misnamed-in-file', { name, file })
      : warning('misspelt-in-file', { name, file, like });
  });
  const ofEnvironment = Object.keys(env)
    .filter((name) => isStrange(name) && name.includes('_') && !inFile.includes(name))
    .flatMap((name) => {
      const like = nearest(name, SETTING_NAMES, 1);
      return like === null ? [] : [warning('misspelt-in-environment', { name, like })];
    });
  return [...ofFile, ...ofEnvironment];
}

const OF_OTHERS = /^(NODE|COMPOSE|DOCKER|POSTGRES|npm)_|^(MALLOC_ARENA_MAX|TZ)$/;

function readEnvFile(file: string): NodeJS.Dict<string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new ConfigError([`${file} cannot be read (${code})`]);
  }
  // Read as UTF-8, a UTF-16 file (some editors write it) would seem to have no settings.
  if (text.includes('\0')) throw new ConfigError([`${file} is not plain text. Save it as UTF-8.`]);
  return parseEnv(text.replace(/^\uFEFF/, ''));
}
