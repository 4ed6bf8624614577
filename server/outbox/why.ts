import type { MailWhy } from '#contract/owner/delivery.ts';
import type { MailTrouble } from '#contract/owner/mails.ts';
import { CRASHED } from './delivery.ts';
import { HELD } from './delivery-issues.ts';
import { type Meaning, meaningOf } from './replies.ts';

const WHY: Partial<Record<Meaning, MailWhy>> = {
  'no-mailbox': 'noMailbox',
  'no-domain': 'noDomain',
  full: 'full',
  size: 'size',
  blocked: 'blocked',
  busy: 'time',
};

/** Returns why a row needs the owner, from its issue and reply. */
export function whyOf(trouble: MailTrouble, reply: string): MailWhy {
  if (trouble === 'unknown') return reply === CRASHED ? 'crash' : 'broke';
  if (trouble === 'held') {
    if (reply === HELD.noOwner) return 'noOwner';
    return reply === HELD.restored ? 'restored' : 'other';
  }
  // All attempts used up: no answer, or a temporary failure each time.
  return WHY[meaningOf(reply)] ?? (/^(?:4\d\d\b|(?!5\d\d\b))/.test(reply) ? 'time' : 'other');
}
