import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Kysely } from '#kysely';
import { type Announcement, readAnnouncement } from '#server/launch/announcement.ts';
import { headOf, isOurs, receiptOf, signed } from '#server/launch/receipt.ts';
import type { Purpose } from '#server/launch/states.ts';
import type { Tables } from '#server/store/schema.ts';
import { asCsv, asJson } from '#server/table.ts';
import { type CliContext, Failed, Misused } from '../command.ts';
import { write } from '../output.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';
import { withStore } from '#server/store/existing.ts';

type Chosen = {
  json: boolean;
  output: string | undefined;
  force: boolean;
  verify: string | undefined;
};

/** Prints the delivery report: who was emailed when, the words, the consent, the outcome. @throws Failed */
export async function showReceipt(
  purpose: Purpose,
  { json, output, force, verify }: Chosen,
  context: CliContext,
): Promise<void> {
  const config = context.settings();
  if (verify !== undefined) return check(verify, context);
  if (force && output === undefined) throw new Misused('--force needs --output.');
  await withStore(config, 'read', async ({ read }) => {
    const found = await readAnnouncement(read, purpose);
    if (found === null || found.armed_at === null)
      throw new Failed('Nothing has been launched or scheduled yet.');
    const text = json ? signed(secretsOf(config), linesOf(read, found)) : asCsv(receiptOf(read, found.id));
    await write(text, { output, force }, context);
  });
}

async function* linesOf(read: Kysely<Tables>, found: Announcement): AsyncGenerator<string> {
  yield await headOf(read, found);
  yield* asJson(receiptOf(read, found.id));
}

async function check(file: string, { settings, say }: CliContext): Promise<void> {
  const secrets = secretsOf(settings());
  if (!existsSync(file)) throw new Failed(`${file} does not exist.`);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  if (!(await isOurs(secrets, lines)))
    throw new Failed(`${file} has been changed or wasn’t created by this server.`);
  say('This delivery report is unchanged since this server created it.');
}
