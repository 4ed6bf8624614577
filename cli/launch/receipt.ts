import { readAnnouncement } from '#server/launch/announcement.ts';
import { receiptOf } from '#server/launch/receipt.ts';
import type { Purpose } from '#server/launch/states.ts';
import { asCsv } from '#server/table.ts';
import { type CliContext, Failed, Misused } from '../command.ts';
import { write } from '../output.ts';
import { withStore } from '#server/store/existing.ts';

type Chosen = { output: string | undefined; force: boolean };

/** Prints the delivery report: who was emailed when, with which consent, the outcome. @throws Failed */
export async function showReceipt(
  purpose: Purpose,
  { output, force }: Chosen,
  context: CliContext,
): Promise<void> {
  if (force && output === undefined) throw new Misused('--force needs --output.');
  await withStore(context.settings(), 'read', async ({ read }) => {
    const found = await readAnnouncement(read, purpose);
    if (found === null || found.armed_at === null)
      throw new Failed('Nothing has been launched or scheduled yet.');
    await write(asCsv(receiptOf(read, found.id)), { output, force }, context);
  });
}
