/** Why mails wait: nobody has set a mail server, or the keys of this server cannot open its account. */
export type MailsWait = 'unset' | 'sealed';

/**
 * What the owner's mail account refuses for. `limit`: used up; `rate`: too fast; `sender`: not this one; `login`:
 * not this user and password; `away`: cannot be reached; `other`: its words do not say.
 */
export type AccountMeans = 'limit' | 'rate' | 'sender' | 'login' | 'away' | 'other';

/** The account refuses all mails. `words`: the server's, or why it said none, without addresses; `nextAt`: when one mail is tried. */
export type AccountRefusal = { means: AccountMeans; words: string; since: number; nextAt: number };

/** The same, for the owner. `by`: the provider, or its host. */
export type AccountHeld = { by: string } & Omit<AccountRefusal, 'since'>;

/** What it means and what to do; sending goes on by itself in any case. */
export const ACCOUNT_SAYS = {
  limit: '{by} takes no more emails from your account for now: its sending limit is used up.',
  rate: '{by} asks for a slower pace.',
  sender:
    '{by} doesn’t let your account send from the sender address. Use the account’s own address as the sender, or allow this one at {by}.',
  login: '{by} rejects the username or password. Enter them again in Settings, Email delivery.',
  away: 'The mail server {by} can’t be reached.',
  other: '{by} is refusing all our emails.',
} as const satisfies Record<AccountMeans, string>;

/** How mails leave: by a mail server, into files (development), or not: they wait. */
export type MailsGo = 'server' | 'files' | MailsWait;

/** The reason, for the owner. `other`: see the mail server's words. */
export type MailWhy =
  | 'noMailbox'
  | 'full'
  | 'noDomain'
  | 'blocked'
  | 'size'
  | 'time'
  | 'broke'
  | 'crash'
  | 'restored'
  | 'noOwner'
  | 'other';
