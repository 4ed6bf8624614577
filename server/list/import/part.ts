import type { ImportedPart, ImportPart } from '#contract/owner/people.ts';
import { spreadAlone } from '#server/outbox/send-rate.ts';
import type { Database } from '#server/store/database.ts';
import { importList, type ReadLine } from './import.ts';
import { LINE_END, UnreadableList } from './read-csv.ts';

/** Imports one part of a list. Line numbers are those of the whole file. */
export async function importPart(
  { kind, write, read }: Pick<Database, 'kind' | 'write' | 'read'>,
  { head, text, line: first, confirmed, dry }: ImportPart,
  now: number,
): Promise<ImportedPart> {
  const lines: ReadLine[] = [];
  let lastMail: number | null = null;
  // A dry run must not block sign-ups.
  const store = { kind, write: dry ? read : write };
  const numberOf = (line: number) => line + first - 2 - (head.match(LINE_END)?.length ?? 0);
  try {
    const { unread, unclear, ...counts } = await importList(store, bytesOf(`${head}\n${text}`), {
      confirmed,
      dry,
      now,
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
    return { ok: true, counts, lines: told, unread, unclear, lastMail };
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error;
    return { ok: false, code: error.code, line: numberOf(error.line), column: error.column };
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
