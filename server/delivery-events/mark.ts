import type { Mailer } from '#server/deliver/deliver.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

/** In small letters. */
const HEADER = 'x-embreve-mark';
const SIGNED_FOR = 'returned-mail';

/**
 * Anybody may send a report to the mailbox. A mail carries what only its receivers, and we, can know; reports repeat its
 * head.
 */
export function marking({ send, close }: Mailer, secrets: Secrets): Mailer {
  return {
    send: (mail) => {
      const headers = { ...mail.headers, 'X-Embreve-Mark': secrets.sign(SIGNED_FOR, mail.messageId) };
      return send({ ...mail, headers });
    },
    close,
  };
}

/** The Message-ID in the head of a mail that we have sent; null where somebody has made it up. */
export function markedId(fields: ReadonlyMap<string, readonly string[]>, secrets: Secrets): string | null {
  const [messageId = ''] = fields.get('message-id') ?? [];
  const [mark = ''] = fields.get(HEADER) ?? [];
  return secrets.verify(SIGNED_FOR, messageId, mark) ? messageId : null;
}
