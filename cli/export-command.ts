import type { ParseArgsConfig } from 'node:util';
import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { command, type Command, EXIT, type Given } from './command.ts';
import { assertSensible, OUTPUT_OPTIONS, write } from './output.ts';
import { asCsv, asJson, type Table } from './table.ts';
import { withStore } from './store.ts';

const OPTIONS = { ...OUTPUT_OPTIONS, json: { type: 'boolean' } } as const;

type Options = NonNullable<ParseArgsConfig['options']>;

type Definition<O extends Options> = Pick<Command, 'name' | 'takes' | 'about'> & {
  options: O;
  /** Reads the options before the store is opened. @throws Misused */
  table(values: Given<O>['values']): (query: Kysely<Tables>) => Promise<Table>;
};

/** A command that writes a list as CSV, or as JSON lines with `--json`. */
export function exportCommand<O extends Options>(definition: Definition<O>): Command {
  const { name, takes, about, options, table } = definition;
  return command({
    name,
    takes: `${takes} [--json] [--output FILE [--force]]`.trim(),
    about,
    options: { ...options, ...OPTIONS },
    run: async ({ values, settings, warn }) => {
      const output = values as Given<typeof OPTIONS>['values'];
      assertSensible(output);
      const read = table(values as Given<O>['values']);
      await withStore(settings(), 'read', async ({ query }) => {
        const rows = await read(query);
        await write(output.json ? asJson(rows) : asCsv(rows), output);
        if (rows.remark) warn(rows.remark);
      });
      return EXIT.done;
    },
  });
}
