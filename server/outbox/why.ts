import type { MailTrouble, MailWhy } from '#contract/owner/mails.ts';
import { CRASHED } from './delivery.ts';
import { HELD } from './delivery-issues.ts';

/** What mail servers say, the first that fits. RFC 3463 numbers the reasons; many servers give words alone. */
const REFUSALS: readonly [RegExp, MailWhy][] = [
  [
    /\b[45]\.2\.2\b|^552 (?!5\.)|over ?quota|quota exceeded|mailbox (?:is )?full|insufficient storage/i,
    'full',
  ],
  // About who sends, whatever words are used.
  [/\b5\.7\.\d/, 'blocked'],
  [/\b5\.(?:3\.4|2\.3)\b|too (?:large|big)|exceeds .{0,20}size/i, 'size'],
  [/\b5\.(?:1\.2|1\.10|4\.4)\b|(?:domain|host)\b.{0,20}not (?:found|exist)|no MX\b|null MX/i, 'noDomain'],
  [/\b5\.(?:1\.[136]|2\.1)\b|(?:no such|unknown|invalid) (?:user|mailbox|recipient)/i, 'noMailbox'],
  [/(?:user|recipient|mailbox).{0,20}(?:unknown|not found|does not exist|unavailable)/i, 'noMailbox'],
  [/spam|block(?:ed|list)|blacklist|policy|reputation|dmarc|\bspf\b|dkim/i, 'blocked'],
  [/\b5\.4\.7\b|expired/i, 'time'],
  // Tried until the last attempt: not answered, or put off each time.
  [/^4\d\d\b|^(?!5\d\d\b)/, 'time'],
];

/** RFC 3463: the address (x.1) or the mailbox (x.2). Not x.1.7 and x.1.8, which are about who sends. */
const NUMBERED = /\b[45]\.(?:1\.(?![78]\b)|2\.)\d/;

/** Whether a mail server that replied so speaks of this one recipient, and may take mails to others. */
export function isAboutRecipient(reply: string): boolean {
  const why = whyOf('failed', reply);
  return NUMBERED.test(reply) || why === 'noMailbox' || why === 'noDomain' || why === 'full';
}

/** Why a row needs the owner, by how it stands and by what was kept as its reply. */
export function whyOf(trouble: MailTrouble, reply: string): MailWhy {
  if (trouble === 'unknown') return reply === CRASHED ? 'crash' : 'broke';
  if (trouble === 'held') {
    if (reply === HELD.noOwner) return 'noOwner';
    return reply === HELD.restored ? 'restored' : 'other';
  }
  return REFUSALS.find(([said]) => said.test(reply))?.[1] ?? 'other';
}
