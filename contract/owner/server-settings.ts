import type { MailsGo } from './delivery.ts';
import type { Proof } from './session.ts';

/**
 * The settings that an owner may change at run time, by the names of their environment variables, which win. Each
 * needs the proof of the strongest thing that it can be used for: copies hold the list, mails hold links that sign in.
 */
export const SETTING_PROOFS = {
  SITE_URL: 'always',
  DEFAULT_LANGUAGE: 'with-passkey',
  DOUBLE_OPT_IN: 'with-passkey',
  REMINDER_DAYS: 'with-passkey',
  UNCONFIRMED_DAYS: 'with-passkey',
  OWNER_EMAIL: 'always',
  OWNER_LANGUAGE: 'with-passkey',
  MAIL_FROM: 'always',
  SMTP_URL: 'always',
  MICROSOFT_TENANT: 'always',
  MICROSOFT_CLIENT_ID: 'always',
  MICROSOFT_CLIENT_SECRET: 'always',
  MICROSOFT_SECRET_UNTIL: 'with-passkey',
  RETURNS_IMAP_URL: 'always',
  MAILS_PER_MINUTE: 'with-passkey',
  MAILS_PER_HOUR: 'with-passkey',
  MAILS_PER_DAY: 'with-passkey',
  MAIL_CONNECTIONS: 'with-passkey',
  COPY_TO: 'always',
  COPY_KEY: 'always',
  S3_ENDPOINT: 'always',
  S3_REGION: 'always',
  S3_ACCESS_KEY_ID: 'always',
  S3_SECRET_ACCESS_KEY: 'always',
} as const satisfies Record<string, Exclude<Proof, 'never'>>;

export type ChangeableSetting = keyof typeof SETTING_PROOFS;
export const CHANGEABLE_SETTINGS = Object.keys(SETTING_PROOFS) as ChangeableSetting[];

export type GuardedSetting = {
  [Name in ChangeableSetting]: (typeof SETTING_PROOFS)[Name] extends 'always' ? Name : never;
}[ChangeableSetting];
export const GUARDED_SETTINGS = CHANGEABLE_SETTINGS.filter(isGuarded);

export function isGuarded(name: ChangeableSetting): name is GuardedSetting {
  return SETTING_PROOFS[name] === 'always';
}

export function isChangeable(name: string): name is ChangeableSetting {
  return CHANGEABLE_SETTINGS.some((one) => one === name);
}

/** Those that need nothing but a value, as the dashboard shows them together. */
export const PLAIN_SETTINGS = {
  readers: ['OWNER_EMAIL', 'OWNER_LANGUAGE'],
  limits: ['MAILS_PER_MINUTE', 'MAILS_PER_HOUR', 'MAILS_PER_DAY', 'MAIL_CONNECTIONS'],
  microsoft: ['MICROSOFT_TENANT', 'MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET', 'MICROSOFT_SECRET_UNTIL'],
  signUps: ['DEFAULT_LANGUAGE', 'DOUBLE_OPT_IN', 'REMINDER_DAYS', 'UNCONFIRMED_DAYS'],
} as const satisfies Record<string, readonly ChangeableSetting[]>;

export type PlainSetting = (typeof PLAIN_SETTINGS)[keyof typeof PLAIN_SETTINGS][number];

/** The least and the most. */
export const RANGES = {
  REMINDER_DAYS: [0, 30],
  UNCONFIRMED_DAYS: [1, 365],
  MAILS_PER_MINUTE: [1, 100_000],
  MAILS_PER_HOUR: [1, 999_999],
  MAILS_PER_DAY: [1, 999_999],
  MAIL_CONNECTIONS: [2, 50],
} as const;

/** Set and shown in parts. */
export type AccountSetting = 'SMTP_URL' | 'RETURNS_IMAP_URL';

export function isAccountSetting(name: ChangeableSetting): name is AccountSetting {
  return name === 'SMTP_URL' || name === 'RETURNS_IMAP_URL';
}

/** Never read back. */
export type SecretSetting =
  | 'SMTP_URL'
  | 'MICROSOFT_CLIENT_SECRET'
  | 'RETURNS_IMAP_URL'
  | 'S3_SECRET_ACCESS_KEY';

/** Who has set it: the server's environment, which wins; an owner; nobody. */
export type SetBy = 'server' | 'owner' | 'default';

/** `secure`: TLS from the first byte; without it the server is asked to change to TLS (STARTTLS). */
export type SmtpAccount = { server: string; port: number; secure: boolean; user: string };

type AccountShown = { account: (SmtpAccount & { hasPassword: boolean }) | null; by: SetBy };

/** GET /server-settings. */
export type ServerSettings = {
  /** As the environment would have them; null: none. */
  values: Record<Exclude<ChangeableSetting, SecretSetting>, { value: string | null; by: SetBy }>;
  /** Null: none is set. The password is never read back. */
  smtp: AccountShown;
  /** The mailbox that bounces are read from. */
  mailbox: AccountShown;
  /** Whether the secret of the app of Microsoft 365 is set. */
  hasAppSecret: boolean;
  /** To be SITE_URL once this server answers there; until then, the one before stays. Null: none. */
  nextAddress: string | null;
  mailsGo: MailsGo;
  /** Mails that wait for a mail server. */
  waiting: number;
  /**
   * Off-site copies. Null: the store is in PostgreSQL, which has its own. `signedBy`: what tells them from anybody's, as it
   * is printed beside the recovery key; null: the server has just begun. `isKeyAsked`: whether an owner still has the
   * recovery key. POST /recovery-key { recipient }, the public half of theirs, says so; `invalid`: it is another key.
   */
  copies: {
    hasSecret: boolean;
    signedBy: string | null;
    isKeyAsked: boolean;
    status: CopyStatus | null;
  } | null;
};

/** `not-there`: no such bucket or folder. `not-taken`: the access key is wrong, or may not do this. */
export type TargetCode = 'no-answer' | 'not-there' | 'not-taken' | 'full' | 'failed';

/** Milliseconds without a copy after which somebody is warned. */
export const COPIES_LATE_MS = 600_000;

/**
 * What an owner should know of copies that arrive. `said`: for the server administrator. `shared`: another server copies to
 * the same place; `before`: there are copies of another list, and this one began again; `not-deleted`: old copies stay;
 * `clock`: the clock has leapt; `lost`: the storage has lost part of a copy. The last two are known for a day.
 */
export type CopyWarning = {
  code: 'shared' | 'before' | 'not-deleted' | 'clock' | 'lost';
  said: string;
  since: number;
};

/** How copying elsewhere goes. Times are milliseconds since 1970. */
export type CopyStatus = {
  to: string;
  /** The copy holds everything until then; null: there is none yet. */
  until: number | null;
  /** Since when it has failed, and why, for the server administrator; null: it has not. */
  failing: { since: number; code: TargetCode; said: string } | null;
  /** The last time that all of a copy was read again; null: never. */
  checked: { at: number; isGood: boolean } | null;
  warnings: CopyWarning[];
  seen?: SeenCopies;
};

/** A copy as its objects are there. `until`: it is whole until then; null: its base is missing. `lacks`: of what followed. */
export type SeenCopy = { name: string; from: number; until: number | null; lacks: boolean; bytes: number };

/**
 * What the target had at a time. `copies`: of this list, the newest first; `older`: so many more. `others`: of lists of
 * other servers, or of the time before a restore, until their newest object.
 */
export type SeenCopies = {
  at: number;
  copies: SeenCopy[];
  older: number;
  others: { store: string; copies: number; until: number }[];
};

/**
 * POST /server-settings: all or nothing. null: as if nobody had set it. A `password` that is missing stays as it is, unless
 * server, port or encryption are others, which must not learn it. Refused with `needs-passkey` by SETTING_PROOFS.
 * `trial`: nothing is stored. Answers with ServerSettings. Refused: `invalid-fields` with the name of a setting and
 * `set-by-server`, `invalid`; `SMTP_URL` and `RETURNS_IMAP_URL` `no-answer`, `no-tls`, `certificate`, `not-taken` (user
 * name or password), `refused` (the server says something else); `SMTP_URL` `elsewhere` (offers `smtps:465` or
 * `smtp:587`), `other-name` (offers the name in its certificate), `no-login` (it asks for no password), `wants-login`
 * (none is set); `MAIL_FROM` `sender` (the account may not send from it), `missing` beside a mail server; `COPY_TO` `no-answer`, `not-there`,
 * `not-taken`, `full`, `refused`; `COPY_KEY`, `S3_SECRET_ACCESS_KEY` `missing` beside it. `said`: the server's reply.
 */
export type ServerSettingsPosted = {
  changes?: Partial<Record<Exclude<ChangeableSetting, AccountSetting>, string | null>>;
  smtp?: (SmtpAccount & { password?: string }) | null;
  mailbox?: (SmtpAccount & { password?: string }) | null;
  trial?: boolean;
};

export type SettingProblemCode =
  | 'set-by-server'
  | 'invalid'
  | 'missing'
  | 'no-answer'
  | 'not-taken'
  | 'no-tls'
  | 'elsewhere'
  | 'other-name'
  | 'certificate'
  | 'no-login'
  | 'wants-login'
  | 'sender'
  | 'not-there'
  | 'full'
  | 'refused';

/** POST /server-settings/test-mail { address }: by the settings in use. `took`: milliseconds. */
export type TestMailSent = { is: 'sent'; took: number } | { is: 'refused'; reply: string } | { is: 'file' };
