import { ACCOUNT_SAYS, type AccountHeld } from '#contract/owner/mails.ts';
import { shortTime } from '../terminal.ts';

/** Why the owner's account takes no mails, the server's words, and when it is tried again. */
export function sayHeld({ by, means, words, nextAt }: AccountHeld): string[] {
  return [
    ACCOUNT_SAYS[means].replaceAll('{by}', by),
    `The mail server replied: ${words}`,
    `Next attempt: ${shortTime(nextAt)} (UTC). Sending then goes on by itself.`,
  ];
}
