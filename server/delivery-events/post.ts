import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#server/base/config.ts';
import { isFirstBody } from '#server/store/webhook-tokens.ts';
import { type DeliveryEventDeps, takeDeliveryEvent } from './take-delivery-event.ts';
import { askAmazon, createCertificates } from './webhooks/amazon.ts';
import { brevo } from './webhooks/brevo.ts';
import { mailgun } from './webhooks/mailgun.ts';
import { postmark } from './webhooks/postmark.ts';
import { resend } from './webhooks/resend.ts';
import { createSes } from './webhooks/ses.ts';
import type { Webhook } from './webhooks/webhook.ts';

/** `unknown`: no such provider, or it is not configured. `done`: all is committed. */
export type TakenPost = 'done' | 'unknown' | 'forged' | 'malformed';

type PostDeps = DeliveryEventDeps & {
  config: Pick<Config, 'sesTopic' | 'postmarkPassword' | 'mailgunKey' | 'brevoToken' | 'resendSecret'>;
  /** Fetches from Amazon; replaced only in tests. */
  ask?: (url: string) => Promise<string>;
};

export type TakePost = ReturnType<typeof createTakePost>;

export function createTakePost({ config, ask = askAmazon, ...deps }: PostDeps) {
  const providers: Record<string, [Webhook, string | null]> = {
    ses: [createSes(createCertificates(ask)), config.sesTopic],
    postmark: [postmark, config.postmarkPassword],
    mailgun: [mailgun, config.mailgunKey],
    brevo: [brevo, config.brevoToken],
    resend: [resend, config.resendSecret],
  };
  return async (provider: string, headers: IncomingHttpHeaders, body: string): Promise<TakenPost> => {
    const [webhook, key = null] = Object.hasOwn(providers, provider) ? (providers[provider] ?? []) : [];
    if (webhook === undefined || key === null) return 'unknown';
    const said = await webhook(headers, body, key, deps.now());
    if (said.is === 'forged' || said.is === 'malformed') return said.is;
    if (said.is === 'confirm') {
      await ask(said.url);
      return 'done';
    }
    if (said.token && !(await isFirstBody(deps.write, said.token, body, deps.now()))) return 'forged';
    for (const one of said.events) await takeDeliveryEvent(deps, one);
    return 'done';
  };
}
