import { forEachField } from '#contract/contact.ts';
import { localeOf } from '#contract/language.ts';
import { prepareMail, type OwnerMailDeps } from '#server/deliver/prepare-mail.ts';
import { HELD } from '#server/outbox/delivery-issues.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';

export const messageMail: Kind<OwnerMailDeps> = {
  name: 'message',
  subjectType: 'message',
  lane: 'others',
  anHour: 60,
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createMessageMail,
};

/** Mails a contact message to the owner: From is our own address, to arrive; Reply-To is its writer. */
export function createMessageMail(deps: OwnerMailDeps): Handler {
  const { query, ownerReader } = deps;
  return async (job) => {
    const reader = await ownerReader();
    if (reader === null) return { outcome: 'held', reply: HELD.noOwner };
    const row = await query
      .selectFrom('message')
      .selectAll()
      .where('id', '=', job.subjectId)
      .executeTakeFirst();
    if (!row) return { outcome: 'skipped', reply: 'The message is gone.' };
    const inWords = new Intl.DateTimeFormat(localeOf(reader.language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    const receivedAt = `${inWords.format(row.created_at)} UTC`;
    const values = { ...forEachField((field) => row[field] ?? ''), receivedAt };
    return prepareMail(deps, job, {
      template: 'message',
      language: reader.language,
      values,
      to: reader.email,
      replyTo: { name: row.name, address: row.email },
      now: job.createdAt,
      auto: 'auto-generated',
    });
  };
}
