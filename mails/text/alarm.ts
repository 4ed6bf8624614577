import type { MailName } from '#contract/mails.ts';
import { GUARDED_SETTINGS, type GuardedSetting } from '#contract/owner/server-settings.ts';

/** A figure of an alert: its label, and the placeholder with its unit. `when`: shown only if that value is not empty. */
type Fact = { label: string; value: string; when?: string };

export type AlarmName = Extract<MailName, `alarm-${string}`>;

export type AlarmText = {
  subject: string;
  title: string;
  happened: string;
  facts: Fact[];
  advice: string;
  /** Whether the advice names the command that looks for the cause. */
  doctor: boolean;
  /** Leads to `endUrl`. */
  button?: string;
};

/** Of each setting its new value. */
export function changesOf(settings: Record<GuardedSetting, string>): Fact[] {
  return GUARDED_SETTINGS.map((name) => ({ label: settings[name], value: `{{${name}}}`, when: name }));
}
