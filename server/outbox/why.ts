import type { MailTrouble, MailWhy } from '#contract/owner/mails.ts';
import { CRASHED } from './delivery.ts';
import { HELD } from './delivery-issues.ts';

/** Replies of mail servers; the first match counts. RFC 3463 has codes; many servers send only words. */
const REFUSALS: readonly [RegExp, MailWhy][] = [
  [
    /\b[45]\.2\.2\b|^552 (?!5\.)|over ?quota|quota exceeded|mailbox (?:is )?full|insufficient storage/i,
    'full',
  ],
  // About the sender, whatever the text says.
  [/\b5\.7\.\d/, 'blocked'],
  [/\b5\.(?:3\.4|2\.3)\b|too (?:large|big)|exceeds .{0,20}size/i, 'size'],
  [/\b5\.(?:1\.2|1\.10|4\.4)\b|(?:domain|host)\b.{0,20}not (?:found|exist)|no MX\b|null MX/i, 'noDomain'],
  [/\b5\.(?:1\.[136]|2\.1)\b|(?:no such|unknown|invalid) (?:user|mailbox|recipient)/i, 'noMailbox'],
  [/(?:user|recipient|mailbox).{0,20}(?:unknown|not found|does not exist|unavailable)/i, 'noMailbox'],
  [/spam|block(?:ed|list)|blacklist|policy|reputation|dmarc|\bspf\b|dkim/i, 'blocked'],
  [/\b5\.4\.7\b|expired/i, 'time'],
  // All attempts used up: no answer, or a temporary failure each time.
  [/^4\d\d\b|^(?!5\d\d\b)/, 'time'],
];

/** RFC 3463: the address (x.1) or the mailbox (x.2). Not x.1.7 and x.1.8, which are about the sender. */
const NUMBERED = /\b[45]\.(?:1\.(?![78]\b)|2\.)\d/;

/** Returns whether a reply is about this one recipient: the server may accept mail to others. */
export function isAboutRecipient(reply: string): boolean {
  const why = whyOf('failed', reply);
  return NUMBERED.test(reply) || why === 'noMailbox' || why === 'noDomain' || why === 'full';
}

/** Returns why a row needs the owner, from its issue and reply. */
export function whyOf(trouble: MailTrouble, reply: string): MailWhy {
  if (trouble === 'unknown') return reply === CRASHED ? 'crash' : 'broke';
  if (trouble === 'held') {
    if (reply === HELD.noOwner) return 'noOwner';
    return reply === HELD.restored ? 'restored' : 'other';
  }
  return REFUSALS.find(([said]) => said.test(reply))?.[1] ?? 'other';
}
