import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/base/config.ts';
import { interestsExport, messagesExport, subscribersExport } from '../../../cli/exports.ts';
import { perform } from '../../fixtures/command.ts';
import { dataDirOf, type SiteName } from './sites.ts';

const EXPORTS = { subscribers: subscribersExport, messages: messagesExport, interests: interestsExport };

export type Row = Record<string, string>;

/**
 * Returns the rows of one of the owner's exports. Read in this process while the server runs: starting the
 * command takes half a second of CPU per test.
 */
export async function exported(
  name: keyof typeof EXPORTS,
  site: SiteName,
  ...options: '--all'[]
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'embreve-export-'));
  try {
    const output = join(folder, 'rows.json');
    const settings = readConfig({ DATA_DIR: dataDirOf(site) });
    const { code, warned } = await perform(
      EXPORTS[name],
      [...options, '--json', '--output', output],
      settings,
    );
    assert.equal(code, 0, warned.join('\n'));
    const lines = (await readFile(output, 'utf8')).split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line, (_, value: unknown) => value ?? '') as Row);
  } finally {
    await rm(folder, { recursive: true });
  }
}
