import type { Kysely } from '#kysely';
import type { MailTemplates } from '#contract/mails.ts';
import type { TokenState } from '#contract/pages.ts';
import { confirmationAllowance } from '#server/abuse/breaker.ts';
import type { Tables } from '#server/db/schema.ts';
import { createLink } from '#server/links/link-token.ts';
import type { Mailer } from '#server/mail/deliver.ts';
import { composeMail, mailTime } from '#server/mail/message.ts';
import { fillMail } from '#server/mail/templates.ts';
import { IS_OPEN, KIND } from '#server/outbox/queue.ts';
import { countStarted } from '#server/outbox/started.ts';
import type { Handler } from '#server/outbox/worker.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { IMPORTED } from './subscription.ts';

const HOUR = 3_600_000;
/** Suspects and imported people may stand between those who came. Where more do, mails wait and are not held. */
const SAMPLE_OF_MOST = 10;

export type ConfirmMailDeps = {
  query: Kysely<Tables>;
  mailer: Mailer;
  templates: MailTemplates;
  secrets: Secrets;
  siteUrl: string;
  mailFrom: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Sends the mail by which a person confirms an address; not to one who has confirmed, left or gone meanwhile. */
export function createConfirmMail(deps: ConfirmMailDeps): Handler {
  const { query, mailer, templates, secrets, siteUrl, mailFrom, now } = deps;
  return async ({ id, subject, createdAt }) => {
    const row = await query
      .selectFrom('subscription')
      .select(['id', 'key', 'address', 'language'])
      .where('id', '=', subject)
      .where('state', '=', 'pending')
      .where('suspect', 'is', null)
      .executeTakeFirst();
    if (!row) return { outcome: 'skipped', reply: 'Nothing is left to confirm.' };

    const { id: subscription, key, address, language } = row;
    const time = mailTime(createdAt, now());
    const link = (purpose: TokenState) =>
      createLink(secrets, siteUrl, { purpose, subscription, key, language, now: time });
    const values = {
      address,
      confirmUrl: link('confirm'),
      unsubscribeUrl: link('unsubscribe'),
      dataUrl: link('me'),
    };
    const mail = composeMail({
      ...fillMail(templates, 'confirm', language, values),
      kind: 'confirm',
      id: String(id),
      siteUrl,
      from: mailFrom,
      to: address,
      now: time,
      unsubscribeUrl: values.unsubscribeUrl,
      auto: 'auto-replied',
    });
    return () => mailer.send(mail);
  };
}

/**
 * The brake on confirmation mails: addresses posted by a machine must not make this site a source of unwanted mail.
 * Beyond it the mails that are due are held until the owner releases them. Where no more than it lets pass have come
 * within the hour, they wait for the next one: an outage of the mail server has left them behind.
 */
export function createConfirmBrake(query: Kysely<Tables>, now: () => number) {
  return async (wanted: number): Promise<number> => {
    const time = now();
    const sentLastHour = await countStarted(query, 'confirm', time - HOUR, time);
    const before = await countStarted(query, 'confirm', time - 24 * HOUR, time - HOUR);
    const meanOfTrailingHours = before / 23;
    const left = confirmationAllowance({ sentLastHour, meanOfTrailingHours });
    if (left > 0) return Math.min(wanted, left);
    const most = confirmationAllowance({ sentLastHour: 0, meanOfTrailingHours });
    if (!(await haveCome(query, most, time - HOUR, time))) return 0;
    await query
      .updateTable('outbox')
      .set({ state: 'held', finished_at: time })
      .where(IS_OPEN)
      .where(KIND, '=', 'confirm')
      .where('state', '=', 'queued')
      .where('due_at', '<=', time)
      .execute();
    return 0;
  };
}

/** Whether more than `most` people came after `from` and not after `to`; who was imported did not come. */
async function haveCome(query: Kysely<Tables>, most: number, from: number, to: number): Promise<boolean> {
  const newest = query
    .selectFrom('subscription')
    .select(['created_at', 'consent', 'suspect'])
    .orderBy('id', 'desc')
    .limit(SAMPLE_OF_MOST * (most + 1));
  const row = await query
    .selectFrom(newest.as('newest'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('suspect', 'is', null)
    .where('consent', 'is distinct from', IMPORTED)
    .where('created_at', '>', from)
    .where('created_at', '<=', to)
    .executeTakeFirst();
  return Number(row?.n ?? 0) > most;
}
