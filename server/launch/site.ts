import type { Purpose } from '#contract/owner/launch.ts';
import type { Kysely } from '#kysely';
import type { Stage } from '#contract/pages.ts';
import { noteOpening } from '#server/stage/opening.ts';
import { writeStage } from '#server/stage/stage.ts';
import type { Tables } from '#server/store/schema.ts';
import { pause, readSet } from './announcement.ts';
import type { Announcement } from './rows.ts';
import { rulesOf } from './purposes.ts';

/** Returns whether any announcement is sending mails, or about to. */
export async function isTelling(query: Kysely<Tables>): Promise<boolean> {
  return (await telling(query)).length > 0;
}

/** Those whose mails would link to a closed site. A launch that waits for its time opens it. */
async function telling(query: Kysely<Tables>): Promise<Purpose[]> {
  const wouldLink = ({ state, purpose }: Pick<Announcement, 'state' | 'purpose'>) =>
    state === 'undo' || state === 'sending' || (state === 'scheduled' && !rulesOf(purpose).opensSite);
  return (await readSet(query)).filter(wouldLink).map(({ purpose }) => purpose);
}

/** Opens the site without emailing anybody, or closes it, which pauses every announcement that links there. */
export async function setSite(
  query: Kysely<Tables>,
  stage: Stage,
  { by, now }: { by: string; now: number },
): Promise<void> {
  if (stage === 'soon')
    for (const purpose of await telling(query)) await pause(query, purpose, { why: 'owner', by }, now);
  await query.transaction().execute(async (trx) => {
    await writeStage(trx, stage);
    await noteOpening(trx, stage, now);
  });
}
