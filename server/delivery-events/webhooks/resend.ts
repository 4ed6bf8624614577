import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { bounceOf } from '../delivery-event.ts';
import {
  at,
  isSameSecret,
  NOTHING_NEW,
  parseJson,
  oneEvent,
  textAt,
  eventTime,
  type Webhook,
} from './webhook.ts';

/** Each retry has a new signature. */
const LATEST_MS = 5 * 60_000;

/**
 * Signed by Svix. `key`: the signing secret, `whsec_…`. It has its own message ids, so the newest mail to the
 * address is assumed.
 */
export const resend: Webhook = (headers, body, key, now) => {
  if (!isSigned(headers, body, key, now)) return { is: 'forged' };
  const json = parseJson(body);
  const type = textAt(json, 'type');
  if (type === '') return { is: 'malformed' };
  const mail = {
    messageId: null,
    recipient: textAt(json, 'data', 'to', 0),
    at: eventTime(at(json, 'created_at'), now),
  };
  const bounce = at(json, 'data', 'bounce');
  const said = textAt(bounce, 'message');
  if (type === 'email.delivered') return oneEvent({ ...mail, kind: 'delivered' });
  if (type === 'email.complained') return oneEvent({ ...mail, kind: 'complained' });
  if (type === 'email.delivery_delayed') return oneEvent({ ...mail, kind: 'bounced', how: 'delayed', said });
  if (type !== 'email.bounced') return NOTHING_NEW;
  const how = textAt(bounce, 'type') === 'Permanent' ? bounceOf(said, { trusted: true }) : 'refused';
  return oneEvent({ ...mail, kind: 'bounced', how, said });
};

/** `svix-signature` may hold several signatures during key rotation: `v1,base64 v1,base64`. */
function isSigned(headers: IncomingHttpHeaders, body: string, key: string, now: number): boolean {
  const of = (name: string) => String(headers[`svix-${name}`] ?? '');
  const age = Math.abs(now - Number(of('timestamp')) * 1000);
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  const right = createHmac('sha256', secret)
    .update(`${of('id')}.${of('timestamp')}.${body}`)
    .digest('base64');
  const given = of('signature').split(' ', 10);
  return age < LATEST_MS && given.some((one) => isSameSecret(one, `v1,${right}`));
}
