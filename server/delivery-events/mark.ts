import type { Mailer } from '#server/deliver/mailer.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';

/** Lower case. */
const HEADER = 'x-embreve-mark';
const SIGNED_FOR = 'returned-mail';

/**
 * Signs each mail: anybody may send a report to the mailbox, but only our receivers know the mark, and
 * reports repeat our headers.
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

/** Returns the Message-ID from these headers if the mark is ours; null: forged. */
export function markedId(fields: ReadonlyMap<string, readonly string[]>, secrets: Secrets): string | null {
  const [messageId = ''] = fields.get('message-id') ?? [];
  const [mark = ''] = fields.get(HEADER) ?? [];
  return secrets.verify(SIGNED_FOR, messageId, mark) ? messageId : null;
}
