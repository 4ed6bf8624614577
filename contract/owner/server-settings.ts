/** The settings that an owner may change at run time, by the names of their environment variables, which win. */
export const CHANGEABLE_SETTINGS = [
  'SITE_URL',
  'DEFAULT_LANGUAGE',
  'DOUBLE_OPT_IN',
  'REMINDER_DAYS',
  'UNCONFIRMED_DAYS',
  'OWNER_EMAIL',
  'OWNER_LANGUAGE',
  'MAIL_FROM',
  'SMTP_URL',
] as const;

export type ChangeableSetting = (typeof CHANGEABLE_SETTINGS)[number];

export function isChangeable(name: string): name is ChangeableSetting {
  return CHANGEABLE_SETTINGS.some((one) => one === name);
}

/** Who has set it: the server's environment, which wins; an owner; nobody. */
export type SetBy = 'server' | 'owner' | 'default';

/** `secure`: TLS from the first byte; without it the server is asked to change to TLS (STARTTLS). */
export type SmtpAccount = { server: string; port: number; secure: boolean; user: string };

/** GET /server-settings. */
export type ServerSettings = {
  /** As the environment would have them; null: none. */
  values: Record<Exclude<ChangeableSetting, 'SMTP_URL'>, { value: string | null; by: SetBy }>;
  /** Null: mails become files on the server. The password is never read back. */
  smtp: { account: (SmtpAccount & { hasPassword: boolean }) | null; by: SetBy };
};

/**
 * POST /server-settings: all or nothing. null: as if nobody had set it. A `password` that is missing stays as it is, unless
 * the server is another, which must not learn it.
 * `anyway`: also an address at which this server does not answer yet. Answers with ServerSettings. Refused:
 * `invalid-fields` with the name of a setting and `set-by-server`, `invalid`; `SITE_URL` `no-answer`, `other-server`;
 * `SMTP_URL` `no-answer`, `not-taken` (user name or password), `no-tls`, `refused` (it says something else); `MAIL_FROM`
 * `missing` beside a mail server.
 */
export type ServerSettingsPosted = {
  changes?: Partial<Record<Exclude<ChangeableSetting, 'SMTP_URL'>, string | null>>;
  smtp?: (SmtpAccount & { password?: string }) | null;
  anyway?: boolean;
};

export type SettingProblemCode =
  | 'set-by-server'
  | 'invalid'
  | 'missing'
  | 'no-answer'
  | 'other-server'
  | 'not-taken'
  | 'no-tls'
  | 'refused';

/** POST /server-settings/test-mail { address }: by the settings in use. `took`: milliseconds. */
export type TestMailSent = { is: 'sent'; took: number } | { is: 'refused'; reply: string } | { is: 'file' };
