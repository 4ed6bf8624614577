import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { interestsExport, messagesExport, subscribersExport } from '../../../cli/exports.ts';
import { perform } from '../../fixtures/command.ts';
import { dataDirOf, type SiteName } from './sites.ts';

const EXPORTS = { subscribers: subscribersExport, messages: messagesExport, interests: interestsExport };

export type Row = Record<string, string>;

/**
 * What one of the owner's exports says, row by row. Read while the server runs, in this process: to start the command
 * for each test takes half a second of the processor.
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
