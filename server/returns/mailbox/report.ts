import type { Attachment } from 'postal-mime';
import { fieldsOf } from '#server/launch/mail-head.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { markedId } from '../mark.ts';
import { bounceOf, type Return } from '../return.ts';

type Fields = ReturnType<typeof fieldsOf>;

/** Parts of a part, bytes of heads: a mail with more is none of ours, nor a report about one. */
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 };
/** Of a mail that is read: a report has hundreds, and the parser takes 20 µs for each, while everybody waits. */
const MOST_LINES = 10_000;
/** Blocks of a report, one for each recipient; ours have one. */
const MOST_RECIPIENTS = 20;
/** RFC 5965, section 7.3; `not-spam` takes one back, `auth-failure` is no complaint. */
const COMPLAINTS = ['abuse', 'opt-out', 'opt-out-list', 'fraud', 'virus', 'other'];

/**
 * What a mail in the mailbox says about a mail of ours: a delivery status (RFC 3464) or a complaint (RFC 5965), each with
 * the head of our mail. Null: an answer of a person or a machine, spam, forged, broken. `at`: when it came.
 */
export async function readReport(source: Uint8Array, at: number, secrets: Secrets): Promise<Return[] | null> {
  const parts = await partsOf(source);
  const partOf = (...types: string[]) => parts.find(({ mimeType }) => types.includes(mimeType))?.content;
  const original = partOf(
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  );
  const status = partOf('message/delivery-status', 'message/global-delivery-status');
  const complaint = partOf('message/feedback-report');
  if (typeof original !== 'string') return null;
  const messageId = markedId(fieldsOf(original), secrets);
  if (messageId === null) return null;
  const mail = { messageId, at };
  if (typeof complaint === 'string') {
    const [type = ''] = fieldsOf(complaint).get('feedback-type') ?? [];
    // The mark says who it is about; its recipient is often blackened.
    return COMPLAINTS.includes(type.toLowerCase()) ? [{ ...mail, recipient: null, kind: 'complained' }] : [];
  }
  if (typeof status !== 'string') return null;
  // The first block is about the report itself.
  const recipients = status.trim().split(/\r?\n[ \t]*\r?\n\s*/, MOST_RECIPIENTS + 1);
  return recipients.slice(1).flatMap((block) => readStatus(fieldsOf(block), mail));
}

/** Never rejects: whatever cannot be read has no parts. */
async function partsOf(source: Uint8Array): Promise<Attachment[]> {
  if (hasMoreLines(source, MOST_LINES)) return [];
  const { default: PostalMime } = await import('postal-mime');
  try {
    const options = { ...LIMITS, forceRfc822Attachments: true, attachmentEncoding: 'utf8' } as const;
    return (await PostalMime.parse(source, options)).attachments;
  } catch {
    return [];
  }
}

function hasMoreLines(source: Uint8Array, most: number): boolean {
  let at = -1;
  for (let lines = 0; lines <= most; lines++) {
    at = source.indexOf(LINE_FEED, at + 1);
    if (at === -1) return false;
  }
  return true;
}

const LINE_FEED = 10;

function readStatus(fields: Fields, mail: { messageId: string; at: number }): Return[] {
  const of = (name: string) => fields.get(name)?.[0] ?? '';
  const recipient = of('final-recipient')
    .replace(/^[^;]*;/, '')
    .trim();
  const said = `${of('diagnostic-code').replace(/^\s*smtp\s*;/i, '')} ${of('status')}`.trim();
  const about = { ...mail, recipient };
  switch (of('action').toLowerCase()) {
    case 'failed':
      return [{ ...about, kind: 'bounced', how: bounceOf(said, { trusted: false }), said }];
    case 'delayed':
      return [{ ...about, kind: 'bounced', how: 'delayed', said }];
    case 'delivered':
      return [{ ...about, kind: 'delivered' }];
    default:
      return [];
  }
}
