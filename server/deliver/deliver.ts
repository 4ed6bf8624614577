import type { Delivery } from '#server/outbox/delivery.ts';
import { createMailFiles, mailFolder } from './file.ts';
import { isAddress, type Mail } from './message.ts';
import type { Dkim } from './mime.ts';
import { createSmtp } from './smtp.ts';

/** Where mails go. */
export type Mailer = {
  /** One attempt. Never rejects. */
  send: (mail: Mail) => Promise<Delivery>;
  /** Ends within seconds, with every `send` answered: what is under way is cut off, and its end may be unknown. */
  close: () => Promise<void>;
};

/**
 * By the mail server where one is set, else as files in `dataDir/outbox`. Nothing is opened before the first mail.
 * `connections`: to the mail server, at once; as many as the outbox needs unless told otherwise.
 */
export function createMailer(
  { smtpUrl, dataDir, dkim = null }: { smtpUrl: string | null; dataDir: string; dkim?: Dkim | null },
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
