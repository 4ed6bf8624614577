import type { Delivery } from '#server/outbox/delivery.ts';
import { createMailFiles, mailFolder } from './file.ts';
import { isAddress, type Mail } from './message.ts';
import type { Dkim } from './mime.ts';
import { createSmtp } from './smtp.ts';

/** Sends mails. */
export type Mailer = {
  /** One attempt. Never rejects. */
  send: (mail: Mail) => Promise<Delivery>;
  /** Resolves within seconds, with every `send` settled: running ones are aborted, perhaps as `unknown`. */
  close: () => Promise<void>;
};

/** `smtpUrl`: null for files in `dataDir`. */
export type MailerSettings = { smtpUrl: string | null; dataDir: string; dkim?: Dkim | null | undefined };

/**
 * Uses the mail server if one is set, else files in `dataDir/outbox`. Opens nothing before the first mail.
 * `connections`: maximum to the mail server; by default what the outbox needs.
 */
export function createMailer(
  { smtpUrl, dataDir, dkim = null }: MailerSettings,
  connections?: number,
): Mailer {
  const { send, close } =
    smtpUrl === null
      ? createMailFiles(mailFolder(dataDir))
      : createSmtp(smtpUrl, undefined, connections, dkim);
  return {
    send: async (mail) =>
      isAddress(mail.to.address)
        ? send(mail)
        : { outcome: 'failed', reply: 'the recipient is not an address' },
    close,
  };
}
