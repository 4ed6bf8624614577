import type { Delivery } from '#server/outbox/delivery.ts';
import type { Mail } from './message.ts';

/** Sends mails. */
export type Mailer = {
  /** One attempt. Never rejects. */
  send: (mail: Mail) => Promise<Delivery>;
  /** Resolves within seconds, with every `send` settled: running ones are aborted, perhaps as `unknown`. */
  close: () => Promise<void>;
};
