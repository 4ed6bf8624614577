import type { AccountHeld } from '#contract/owner/mails.ts';
import { momentOf } from '../launch/moments.ts';
import type { UseWords } from '../words.ts';

/** Why the owner's account takes no mails, and when it is tried again. */
export function sayRefused(
  words: UseWords,
  { by, means, nextAt }: Pick<AccountHeld, 'by' | 'means' | 'nextAt'>,
): string {
  const { t } = words;
  return `${t(`mails.account.${means}`, { by })} ${t('mails.goesOn', { at: momentOf(words, nextAt, Date.now()) })}`;
}
