import type { Config } from '#server/config.ts';
import { mayHaveKeys, secretsFile } from '#server/store/secrets/key-file.ts';
import { openSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { Failed } from './command.ts';

/** Those of the server; makes none. @throws Failed */
export function secretsOf({ secretKeys, dataDir }: Config): Secrets {
  if (secretKeys === null && !mayHaveKeys(dataDir))
    throw new Failed(`There is no ${secretsFile(dataDir)}. Start the server once.`);
  return openSecrets(secretKeys, dataDir);
}
