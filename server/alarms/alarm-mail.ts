import { dayInWords } from '#contract/time.ts';
import { MAILS, type MailName, type MailValues } from '#contract/mails.ts';
import { localeOf, type Language } from '#contract/language.ts';
import { prepareMail, type OwnerMailDeps } from '#server/deliver/prepare-mail.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/kind.ts';

export const alarmMail: Kind<OwnerMailDeps> = {
  name: 'alarm',
  subjectType: null,
  lane: 'others',
  anHour: Infinity,
  // A lost alert matters little: others follow.
  unknownTries: 0,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: null,
  handler: createAlarmMail,
};

/** As written by any version of this program. `to`, `language`: of one reader; else of the one who gets what is for the owner. */
type Payload = { mail: MailName; values: MailValues<MailName>; to?: string; language?: Language };

/** Mails an alert to the owner. */
export function createAlarmMail(deps: OwnerMailDeps): Handler {
  const { ownerReader, site } = deps;
  return async (job) => {
    const payload = JSON.parse(job.payload ?? '{}') as Payload;
    const { mail, values } = payload;
    if (!Object.hasOwn(MAILS, mail))
      return { outcome: 'failed', reply: 'Only another version knows this alert.' };
    const reader = await ownerReader();
    const { to = reader?.email, language = reader?.language } = payload;
    if (to === undefined || language === undefined)
      return { outcome: 'skipped', reply: 'No owner has an address.' };
    const { pauses } = site().manifest.words[language];
    const shown = MAILS[mail].map((name) => {
      const value = (values as Record<string, string>)?.[name] ?? '';
      return [name, name === 'why' ? reasonOf(value, pauses) : written(value, language)];
    });
    return prepareMail(deps, job, {
      template: mail,
      language,
      values: Object.fromEntries(shown) as typeof values,
      to,
      now: job.createdAt,
      auto: 'auto-generated',
    });
  };
}

function reasonOf(why: string, pauses: Record<string, string>): string {
  return (Object.hasOwn(pauses, why) && pauses[why]) || why;
}

/** Localises `1.2 GB` and `2027-11-06`. Not SMTP codes: no decimal point follows their first digits. */
function written(value: string, language: Language): string {
  return value
    .replace(/^\d+\.\d(?= |$)/, (figure) => Number(figure).toLocaleString(localeOf(language)))
    .replace(/^\d{4}-\d\d-\d\d$/, (day) => dayInWords(Date.parse(day), language));
}
