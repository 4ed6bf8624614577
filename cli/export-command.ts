import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { command, type Command, Misused, type Options, type Values } from './command.ts';
import { write } from './output.ts';
import { withStore } from './store.ts';
import { asCsv, asJson, type Table } from '#server/table.ts';

const EXPORT_OPTIONS = { json: 'flag', output: 'FILE', force: 'flag' } as const;

type Definition<O extends Options> = Pick<Command, 'name' | 'about'> & {
  options?: O;
  /** Reads the options before the store is opened. @throws Misused */
  table(values: Values<O>): (query: Kysely<Tables>) => Table;
  /** What whoever asked should know besides. */
  remark?(values: Values<O>, query: Kysely<Tables>): Promise<string | null>;
};

/** A command that writes a list as CSV, or as JSON lines with `--json`. */
export function exportCommand<const O extends Options = {}>(definition: Definition<O>): Command {
  const { name, about, options = {} as O, table, remark } = definition;
  return command({
    name,
    about,
    options: { ...options, ...EXPORT_OPTIONS },
    run: async ({ values, settings, ...context }) => {
      const { json, output, force } = values as Values<typeof EXPORT_OPTIONS>;
      if (force && output === undefined) throw new Misused('--force goes with --output.');
      const list = table(values as Values<O>);
      await withStore(settings(), 'read', async ({ read }) => {
        const rows = list(read);
        await write(json ? asJson(rows) : asCsv(rows), { output, force }, context);
        const said = await remark?.(values as Values<O>, read);
        if (said) context.warn(said);
      });
    },
  });
}
