import type { AccountHeld } from '#contract/owner/delivery.ts';
import { momentOf } from '../launch/moments.ts';
import type { UseWords } from '../words.ts';

/** Why the owner's account takes no mails, and when it is tried again. */
export function sayHeld(words: UseWords, { by, means, nextAt }: Omit<AccountHeld, 'words'>): string {
  const { t } = words;
  return `${t(`mails.account.${means}`, { by })} ${t('mails.goesOn', { at: momentOf(words, nextAt, Date.now()) })}`;
}

/** The same, with the server's words. */
export function sayRefused(words: UseWords, held: AccountHeld): string {
  return `${sayHeld(words, held)} ${sayReply(words, held.words)}`;
}

/** A mail server's reply begins with its code (RFC 5321); anything else is why there is none. */
export function sayReply({ t }: UseWords, words: string): string {
  return t(/^\d{3}\b/.test(words) ? 'mails.why.other' : 'mails.detail', { words });
}
