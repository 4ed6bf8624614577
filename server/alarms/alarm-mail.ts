import { MAILS, type MailName, type MailTemplates, type MailValues } from '#contract/mails.ts';
import { localeOf, type Language } from '#contract/language.ts';
import type { Mailer } from '#server/deliver/deliver.ts';
import { composeMail } from '#server/deliver/message.ts';
import { fillMail } from '#server/deliver/templates.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/worker.ts';

export type AlarmMailDeps = {
  mailer: Mailer;
  templates: MailTemplates;
  siteUrl: string;
  mailFrom: string;
  ownerEmail: string | null;
  ownerLanguage: Language;
};

export const alarmMail: Kind<AlarmMailDeps> = {
  name: 'alarm',
  about: null,
  lane: 'others',
  anHour: Infinity,
  // One of many.
  unknownTries: 0,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: null,
  handler: createAlarmMail,
};

/** Mails an alarm to the owner. */
export function createAlarmMail({
  mailer,
  templates,
  siteUrl,
  mailFrom,
  ownerEmail,
  ownerLanguage,
}: AlarmMailDeps): Handler {
  return async ({ id, payload, createdAt }) => {
    const alarm = readAlarm(payload, ownerLanguage);
    if (alarm === null) return { outcome: 'failed', reply: 'This alarm cannot be read.' };
    if (ownerEmail === null) return { outcome: 'skipped', reply: 'OWNER_EMAIL is not set.' };
    const mail = composeMail({
      ...fillMail(templates, alarm.mail, ownerLanguage, alarm.values),
      kind: 'alarm',
      id: String(id),
      siteUrl,
      from: mailFrom,
      to: ownerEmail,
      now: createdAt,
      auto: 'auto-generated',
    });
    return () => mailer.send(mail);
  };
}

/** As the row was written by some version of this program; null when this one does not know it. */
function readAlarm(
  payload: string | null,
  language: Language,
): { mail: MailName; values: MailValues<MailName> } | null {
  const alarm = JSON.parse(payload ?? 'null') as { mail?: unknown; values?: Record<string, unknown> } | null;
  const mail = (Object.keys(MAILS) as MailName[]).find((name) => name === alarm?.mail);
  if (mail === undefined) return null;
  const values = MAILS[mail].map((name) => [name, written(String(alarm?.values?.[name] ?? ''), language)]);
  return { mail, values: Object.fromEntries(values) as MailValues<MailName> };
}

/** `1.2 GB` and `2027-11-06` as that language has them. Not the codes of a mail server: no dot follows their first digits. */
function written(value: string, language: Language): string {
  return value
    .replace(/^\d+\.\d(?= |$)/, (figure) => Number(figure).toLocaleString(localeOf(language)))
    .replace(/^\d{4}-\d\d-\d\d$/, (day) =>
      new Date(day).toLocaleDateString(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }),
    );
}
