import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from '#server/outbox/delivery.ts';
import { createMailer, type MailerSettings } from './deliver.ts';
import type { Mailer } from './mailer.ts';

/** `by`: what it was made from. */
type Open = { by: MailerSettings; mailer: Mailer; underWay: Set<Promise<Delivery>> };

/**
 * A mailer by the settings of each moment. The first mail after a change closes what served the former settings,
 * once its mails under way have ended.
 */
export function createPresentMailer(settings: () => MailerSettings): Mailer {
  const open = new Set<Mailer>();
  let current: Open | null = null;

  function openNow(before: Open | null): Open {
    const { mailRoute, dataDir, dkim, connections } = settings();
    const by = { mailRoute, dataDir, dkim, connections };
    if (before !== null && isDeepStrictEqual(before.by, by)) return before;
    if (before !== null) void closeAfterMails(before);
    const next = { by, mailer: createMailer(by), underWay: new Set<Promise<Delivery>>() };
    open.add(next.mailer);
    return next;
  }

  async function closeAfterMails({ mailer, underWay }: Open): Promise<void> {
    await Promise.all(underWay);
    await mailer.close();
    open.delete(mailer);
  }

  return {
    send: (mail) => {
      current = openNow(current);
      const { mailer, underWay } = current;
      const sending = mailer.send(mail).finally(() => underWay.delete(sending));
      underWay.add(sending);
      return sending;
    },
    close: async () => void (await Promise.all([...open].map((mailer) => mailer.close()))),
  };
}
