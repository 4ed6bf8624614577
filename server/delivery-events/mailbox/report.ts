import { headersOf, headOf } from '#server/deliver/mime-head.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { markedId } from '../mark.ts';
import { bounceOf, type DeliveryEvent } from '../delivery-event.ts';

type Fields = ReturnType<typeof headersOf>;
type Part = { type: string; content: string };

/**
 * Limits for parts and the characters read of each: the status and our headers take a few kilobytes. The time
 * to read a mail is linear in its length, whatever a stranger writes into it.
 */
const MOST_PARTS = 8;
const LONGEST_PART = 64 * 1024;
const DEEPEST = 3;
/** Blocks of a part; those of recipients, one each; ours have one. */
const MOST_BLOCKS = 100;
const MOST_RECIPIENTS = 20;
/** RFC 5965, section 7.3; `not-spam` revokes a complaint, `auth-failure` is none. */
const COMPLAINTS = ['abuse', 'opt-out', 'opt-out-list', 'fraud', 'virus', 'other'];

/**
 * Parses a report about our mail: a delivery status (RFC 3464) or a complaint (RFC 5965), each with our
 * headers. Many programs wrap it, or name its parts otherwise, so only what a part says counts. Empty: about
 * our mail, but not understood. Null: a reply by a person or a machine, spam, forged, broken. `at`: when it
 * arrived.
 */
export function readReport(source: Uint8Array, at: number, secrets: Secrets): DeliveryEvent[] | null {
  const parts = partsOf(Buffer.from(source).toString('latin1'), DEEPEST);
  const original = parts.find(({ content }) => markedId(headersOf(content), secrets) !== null);
  const messageId = original === undefined ? null : markedId(headersOf(original.content), secrets);
  if (messageId === null) return null;
  const mail = { messageId, at };
  const complaint = parts.find(({ type }) => type === 'message/feedback-report')?.content;
  if (complaint !== undefined) {
    const [type = ''] = headersOf(complaint).get('feedback-type') ?? [];
    // The mark identifies the person; the recipient is often redacted.
    return COMPLAINTS.includes(type.toLowerCase()) ? [{ ...mail, recipient: null, kind: 'complained' }] : [];
  }
  return parts
    .filter((part) => part !== original)
    .flatMap(({ content }) => content.trim().split(/\r?\n[ \t]*\r?\n\s*/, MOST_BLOCKS))
    .flatMap((block) => readStatus(headersOf(block), mail))
    .slice(0, MOST_RECIPIENTS);
}

/** Splits the parts, of a part too, `deep` levels down. */
function partsOf(mail: string, deep: number): Part[] {
  const [type = ''] = headersOf(mail.slice(0, LONGEST_PART)).get('content-type') ?? [];
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return [];
  const line = new RegExp(`\\n--${boundary.replace(/\W/g, '\\$&')}(?:--)?[ \\t]*(?=\\r?\\n|$)`);
  return mail
    .split(line, MOST_PARTS + 1)
    .slice(1)
    .flatMap((piece) => {
      const part = piece.slice(0, LONGEST_PART).replace(/^\r?\n/, '');
      const inner = deep > 1 ? partsOf(part, deep - 1) : [];
      return inner.length > 0 ? inner : [readPart(part)];
    });
}

function readPart(part: string): Part {
  const fields = headersOf(part);
  const of = (name: string) => fields.get(name)?.[0]?.toLowerCase() ?? '';
  const content = part.slice(headOf(part).length).trimStart();
  const [type = ''] = of('content-type').split(';');
  return { type: type.trim(), content: decode(content, of('content-transfer-encoding')) };
}

/** RFC 2045, section 6. `content`: one character per byte. */
function decode(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8');
  const bytes =
    encoding === 'quoted-printable'
      ? content
          .replace(/=\r?\n/g, '')
          .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : content;
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Reads a block about a recipient: one with an action. Of a forwarded mail, the original recipient is ours. */
function readStatus(fields: Fields, mail: { messageId: string; at: number }): DeliveryEvent[] {
  const of = (name: string) => fields.get(name)?.[0] ?? '';
  const recipient = ['original-recipient', 'final-recipient']
    .map((name) =>
      of(name)
        .replace(/^[^;]*;/, '')
        .trim(),
    )
    .find((address) => address.includes('@'));
  if (recipient === undefined) return [];
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
