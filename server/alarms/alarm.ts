import type { MailName, MailValues } from '#contract/mails.ts';

export type AlarmName = Extract<MailName, `alarm-${string}`>;

/** What the owner is told; the payload of its row in the outbox. Values hold no personal data. */
export type AlarmMail = { [Name in AlarmName]: { mail: Name; values: MailValues<Name> } }[AlarmName];

export type Alarm = AlarmMail & {
  /** What has happened: of rows with the same one there is one, however many processes see it. */
  once: string;
  /** No news either when this one was said less than `withinMs` ago. */
  unlessSaid: { once: string; withinMs: number } | null;
};
