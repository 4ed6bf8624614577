import { createHash, type KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import type { InlinePicture, Mail } from './message.ts';

export const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true };

/** Converts a mail for nodemailer. */
export function nodemailerMessage({ name: _name, headers, inline, ...message }: Mail): SendMailOptions {
  const entries = Object.entries(headers);
  // Prepared: not folded, not encoded.
  const prepared = Object.fromEntries(entries.map(([name, value]) => [name, { prepared: true, value }]));
  // Each attempt is the same, byte for byte. No mail can contain its own hash.
  const { messageId, html, text } = message;
  const baseBoundary = createHash('sha256')
    .update(messageId + html + text)
    .digest('hex')
    .slice(0, 24);
  return {
    ...message,
    headers: prepared,
    xMailer: false,
    baseBoundary,
    ...(inline && { attachments: [partOf(inline)] }),
  };
}

function partOf({ cid, bytes }: InlinePicture) {
  return {
    cid,
    content: Buffer.from(bytes),
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
    filename: 'picture.jpg',
  };
}

/** `key`: null if the mail server signs. */
export type Dkim = { selector: string; domain: string; key: KeyObject | null };

/** Nodemailer's defaults, plus the headers for unsubscribing in Gmail and Yahoo (RFC 8058) and campaigns. */
const SIGNED =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted';

/** Returns a transform that signs messages; null if we do not sign. */
export async function createSign(dkim: Dkim | null): Promise<((message: Readable) => Readable) | null> {
  if (dkim?.key == null) return null;
  const { default: Signer } = await import('nodemailer/lib/dkim');
  const signer = new Signer({
    domainName: dkim.domain,
    keySelector: dkim.selector,
    privateKey: dkim.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    headerFieldNames: SIGNED,
  });
  return (message) => signer.sign(message);
}

/** Returns a function that renders each mail byte for byte as the mail server would get it. */
export async function createMimeWriter(dkim: Dkim | null): Promise<(mail: Mail) => Promise<Buffer>> {
  const { createTransport } = await import('nodemailer');
  const sign = await createSign(dkim);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, NO_ACCESS);
  if (sign !== null)
    transport.use('stream', (mail, done) => {
      mail.message.processFunc(sign);
      done();
    });
  return async (mail) => {
    const { message } = await transport.sendMail(nodemailerMessage(mail));
    return message as Buffer;
  };
}
