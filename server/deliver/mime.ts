import { createHash, type KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './message.ts';

export const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true };

/** A mail as nodemailer takes it. */
export function messageOf({ name: _name, headers, ...message }: Mail): SendMailOptions {
  const entries = Object.entries(headers);
  // Prepared: not folded, not encoded.
  const prepared = Object.fromEntries(entries.map(([name, value]) => [name, { prepared: true, value }]));
  // Each attempt at the same mail is the same, byte for byte. No mail can hold a hash of itself.
  const { messageId, html, text } = message;
  const baseBoundary = createHash('sha256')
    .update(messageId + html + text)
    .digest('hex')
    .slice(0, 24);
  return { ...message, headers: prepared, xMailer: false, baseBoundary };
}

/** `key`: null where the mail server signs. */
export type Dkim = { selector: string; domain: string; key: KeyObject | null };

/** Those nodemailer signs unless told otherwise, and what shows "unsubscribe" in Gmail and Yahoo (RFC 8058) and campaigns. */
const SIGNED =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:' +
  'List-Id:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID:Auto-Submitted';

/** Puts a signature before a message; null where none of ours is wanted. */
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

/** Gives each mail byte for byte as the mail server would get it. */
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
    const { message } = await transport.sendMail(messageOf(mail));
    return message as Buffer;
  };
}
