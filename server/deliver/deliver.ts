import type { MailRoute } from '#server/base/config.ts';
import { NO_MAIL_SERVER } from '#server/outbox/waiting.ts';
import { createMailFiles, mailFolder } from './file.ts';
import type { Mailer } from './mailer.ts';
import { isAddress } from './message.ts';
import type { Dkim } from './mime.ts';
import { createSmtp } from './smtp.ts';

export type MailerSettings = {
  mailRoute: MailRoute;
  dataDir: string;
  dkim?: Dkim | null | undefined;
  /** The most to the mail server; by default what the outbox needs. */
  connections?: number | undefined;
};

/** Opens nothing before the first mail. Files are in `dataDir/outbox`; without a route it takes no mail. */
export function createMailer(settings: MailerSettings): Mailer {
  const { send, close } = mailerOf(settings);
  return {
    send: async (mail) =>
      isAddress(mail.to.address)
        ? send(mail)
        : { outcome: 'failed', reply: 'the recipient is not an address' },
    close,
  };
}

function mailerOf({ mailRoute: route, dataDir, dkim = null, connections }: MailerSettings): Mailer {
  switch (route.is) {
    case 'server':
      return createSmtp(route, undefined, connections, dkim);
    case 'files':
      return createMailFiles(mailFolder(dataDir));
    case 'none':
      return {
        send: async () => ({ outcome: 'retry', reply: NO_MAIL_SERVER[route.why] }),
        close: async () => {},
      };
  }
}
