import { createHmac } from 'node:crypto';
import { bounceOf } from '../delivery-event.ts';
import {
  at,
  isSameSecret,
  NOTHING_NEW,
  parseJson,
  oneEvent,
  type DeliveryEvents,
  textAt,
  eventTime,
  type Webhook,
} from './webhook.ts';

/** Mailgun retries a post for eight hours. */
const LATEST_MS = 12 * 60 * 60 * 1000;

/** Reasons that blame the address. Others: too old, suspected spam, unsubscribed there. */
const OF_ADDRESS = ['bounce', 'suppress-bounce'];

/**
 * `key`: the "HTTP webhook signing key". The signature covers a timestamp and a random token, not the event:
 * a token is valid for one body (`isFirstBody`).
 */
export const mailgun: Webhook = (_headers, body, key, now) => {
  const json = parseJson(body);
  const event = at(json, 'event-data');
  if (typeof event !== 'object' || event === null) return { is: 'malformed' };
  const signed = (name: string) => textAt(json, 'signature', name);
  const right = createHmac('sha256', key)
    .update(signed('timestamp') + signed('token'))
    .digest('hex');
  const signedAt = Number(signed('timestamp')) * 1000;
  const age = Math.abs(now - signedAt);
  if (!isSameSecret(signed('signature'), right) || !(age < LATEST_MS)) return { is: 'forged' };
  return { ...readEvent(event, now), token: { token: signed('token'), signedAt, ms: LATEST_MS } };
};

function readEvent(event: object, now: number): DeliveryEvents {
  const mail = {
    messageId: textAt(event, 'message', 'headers', 'message-id'),
    recipient: textAt(event, 'recipient'),
    at: eventTime(at(event, 'timestamp'), now),
  };
  const kind = textAt(event, 'event');
  if (kind === 'delivered' || kind === 'complained') return oneEvent({ ...mail, kind });
  if (kind !== 'failed') return NOTHING_NEW;
  const status = at(event, 'delivery-status');
  const said = [
    at(status, 'code'),
    at(status, 'enhanced-code'),
    textAt(status, 'message') || textAt(status, 'description'),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  if (textAt(event, 'severity') !== 'permanent')
    return oneEvent({ ...mail, kind: 'bounced', how: 'delayed', said });
  const how = OF_ADDRESS.includes(textAt(event, 'reason')) ? bounceOf(said, { trusted: true }) : 'refused';
  return oneEvent({ ...mail, kind: 'bounced', how, said });
}
