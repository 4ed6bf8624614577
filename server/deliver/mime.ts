import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './message.ts';

export const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true };

/** A mail as nodemailer takes it. */
export function messageOf({ name: _name, headers, ...message }: Mail): SendMailOptions {
  const entries = Object.entries(headers);
  // Prepared: not folded, not encoded.
  const prepared = Object.fromEntries(entries.map(([name, value]) => [name, { prepared: true, value }]));
  return { ...message, headers: prepared, xMailer: false };
}

/** Gives each mail byte for byte as the mail server would get it. */
export async function createMimeWriter(): Promise<(mail: Mail) => Promise<Buffer>> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, NO_ACCESS);
  return async (mail) => {
    const { message } = await transport.sendMail(messageOf(mail));
    return message as Buffer;
  };
}
