import type { Delivery, Verified } from '#server/outbox/delivery.ts';
import { createMailFiles, mailFolder } from './file.ts';
import type { Mail } from './message.ts';
import { createSmtp } from './smtp.ts';

/** Where mails go. */
export type Mailer = {
  kind: 'smtp' | 'file';
  /** One attempt. Never rejects. */
  send: (mail: Mail) => Promise<Delivery>;
  /** Whether mails could be sent now; sends none. */
  verify: () => Promise<Verified>;
  /** Ends within seconds, with every `send` answered: what is under way is cut off, and its end may be unknown. */
  close: () => Promise<void>;
};

/** By the mail server where one is set, else as files in `dataDir/outbox`. Nothing is opened before the first mail. */
export function createMailer({ smtpUrl, dataDir }: { smtpUrl: string | null; dataDir: string }): Mailer {
  if (smtpUrl !== null) return { kind: 'smtp', ...createSmtp(smtpUrl) };
  return { kind: 'file', ...createMailFiles(mailFolder(dataDir)), close: () => Promise.resolve() };
}
