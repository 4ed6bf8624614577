import type { ImportedPart, ImportPart } from '#contract/owner/people.ts';
import { LINE_END } from '#contract/owner/list-text.ts';
import { FALLBACK_LANGUAGE, type Language } from '#contract/language.ts';
import { spreadAlone } from '#server/outbox/send-rate.ts';
import type { Database } from '#server/store/database.ts';
import { importList, type ReadLine, columnsToAsk } from './import.ts';
import { UnreadableList } from './read-csv.ts';
import { beginImport, ImportUndone } from './runs.ts';

/** Imports one part of a list. Line numbers are those of the whole file. `language`: for people without one there. */
export async function importPart(
  { kind, write, read }: Pick<Database, 'kind' | 'write' | 'read'>,
  { head, text, line: first, dry, ...about }: ImportPart,
  now: number,
  language: Language = FALLBACK_LANGUAGE,
): Promise<ImportedPart> {
  const lines: ReadLine[] = [];
  let lastMail: number | null = null;
  // A dry run must not block sign-ups.
  const store = { kind, write: dry ? read : write };
  const file = () => bytesOf(`${head}\n${text}`);
  const numberOf = (line: number) => line + first - 2 - (head.match(LINE_END)?.length ?? 0);
  const options = { ...about, language, now };
  try {
    if (!dry) {
      const [open] = await columnsToAsk(file(), options);
      if (open !== undefined) return { ok: false, code: 'unanswered', line: 1, column: open.heading };
    }
    const run = dry ? null : (about.run ?? (await beginImport(write, now)));
    const { unread, unclear, columns, shape, ...counts } = await importList(store, file(), {
      ...options,
      run,
      nextMail: async (trx) => {
        const next = await spreadAlone(trx, kind, 'confirm', now);
        return () => (lastMail = next());
      },
      onLine: (line) => lines.push(line),
    });
    const told = lines
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, address, fate, ...rest }) => {
        const { code: why, ...against } = 'why' in rest ? rest.why : { code: undefined };
        return { line: numberOf(line), address, fate, ...(why !== undefined && { why, ...against }) };
      });
    return { ok: true, counts, lines: told, unread, unclear, columns, shape, lastMail, run };
  } catch (error) {
    if (error instanceof ImportUndone) return { ok: false, code: 'taken-back', line: first, column: '1' };
    if (!(error instanceof UnreadableList)) throw error;
    return { ok: false, code: error.code, line: numberOf(error.line), column: error.column };
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
