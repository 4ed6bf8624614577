import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { about, type Finding } from './finding.ts';

/** Contact messages that nobody is mailed: a person's among them would be lost when they are deleted. */
export async function checkMessages(query: Kysely<Tables>): Promise<Finding> {
  const { ok, warning } = about('messages');
  const { n } = await query
    .selectFrom('message')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('suspect', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(n) === 0
    ? ok('none is held back as a robot’s')
    : warning(
        `${n} held back as a robot's, and deleted after UNCONFIRMED_DAYS. Look at "messages list --suspect"; ` +
          '"messages release ID" mails one to the owner.',
      );
}
