import type { Kysely } from '#kysely';
import type { Stage } from '#contract/pages.ts';
import { noteOpening } from '#server/stage/opening.ts';
import { writeStage } from '#server/stage/stage.ts';
import type { Tables } from '#server/store/schema.ts';
import { pause, readAnnouncement } from './announcement.ts';

/** Returns whether the launch is sending mails, or about to. */
export async function isTelling(query: Kysely<Tables>): Promise<boolean> {
  const launch = await readAnnouncement(query, 'launch');
  return launch?.state === 'undo' || launch?.state === 'sending';
}

/** Opens the site without emailing anybody, or closes it. Closing pauses the launch: its mails link there. */
export async function setSite(
  query: Kysely<Tables>,
  stage: Stage,
  { by, now }: { by: string; now: number },
): Promise<void> {
  if (stage === 'soon' && (await isTelling(query))) await pause(query, 'launch', { why: 'owner', by }, now);
  await query.transaction().execute(async (trx) => {
    await writeStage(trx, stage);
    await noteOpening(trx, stage, now);
  });
}
