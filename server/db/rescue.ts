import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, type RowSteps } from './intake.ts';
import type { SqlValue } from './messages.ts';

/** More than come between two checkpoints; about 2 MB. */
const MOST = 20_000;

type Kept = { address: string; language: string };

/**
 * Remembers who was stored since the log began, because nobody else can once it is lost. `logName`: everything under
 * an earlier one is in the store.
 */
export function createRescue(dataDir: string, { fields, width }: Pick<RowSteps, 'fields' | 'width'>) {
  const names = JSON.parse(fields) as string[];
  const [address, language, suspect] = ['address', 'language', 'suspect'].map((name) => names.indexOf(name));
  let kept: Kept[] = [];
  let keptOf = '';

  function keep(values: readonly SqlValue[], logName: string): void {
    if (logName !== keptOf) kept = [];
    keptOf = logName;
    for (const row of rowsOf(values, width)) {
      if ((row[suspect ?? -1] ?? null) !== null) continue;
      kept.push({ address: String(row[address ?? -1]), language: String(row[language ?? -1]) });
    }
    if (kept.length > 2 * MOST) kept = kept.slice(-MOST);
  }

  /** Writes them where `embreve import` can read them. Gives what to tell the operator. */
  function save(logName: string): string {
    if (kept.length === 0 || keptOf !== logName) return '';
    const path = join(dataDir, `rescued-${new Date().toISOString().replaceAll(':', '-')}.csv`);
    const lines = kept.map((one) => `"${guarded(one.address).replaceAll('"', '""')}",${one.language}\n`);
    try {
      const file = openSync(path, 'wx', 0o600);
      writeFileSync(file, `email,language\n${lines.join('')}`);
      fsyncSync(file);
      closeSync(file);
      return ` Who was stored last is in ${path}: import that afterwards.`;
    } catch (error) {
      return ` Who was stored last could not be saved (${error instanceof Error ? error.message : String(error)}).`;
    }
  }

  return { keep, save };
}

/** A spreadsheet would take it for a formula; `import` takes the apostrophe away. */
function guarded(address: string): string {
  return /^'*[=+\-@]/.test(address) ? `'${address}` : address;
}
