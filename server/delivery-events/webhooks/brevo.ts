import { bounceOf, type DeliveryEvent } from '../delivery-event.ts';
import { at, carriesSecret, parseJson, textAt, eventTime, type Webhook } from './webhook.ts';

const OF_ADDRESS = ['hard_bounce', 'invalid_email'];
const REFUSED = ['soft_bounce', 'blocked', 'error'];

/** Batches are an array. */
const MOST_EVENTS = 1_000;

/**
 * Unsigned. `key`: the token set there for the webhook. Its message id is ours only if Brevo left ours alone:
 * the newest mail to the address is assumed.
 */
export const brevo: Webhook = (headers, body, key, now) => {
  if (!carriesSecret(headers, key)) return { is: 'forged' };
  const json = parseJson(body);
  const events = Array.isArray(json) ? json : [json];
  if (events.length > MOST_EVENTS || events.some((one) => textAt(one, 'event') === ''))
    return { is: 'malformed' };
  return { is: 'events', events: events.flatMap((one) => readEvent(one, now)) };
};

function readEvent(event: unknown, now: number): DeliveryEvent[] {
  const mail = {
    messageId: null,
    recipient: textAt(event, 'email'),
    at: eventTime(at(event, 'ts_event'), now),
  };
  const kind = textAt(event, 'event');
  const said = textAt(event, 'reason');
  if (kind === 'delivered') return [{ ...mail, kind }];
  if (kind === 'spam') return [{ ...mail, kind: 'complained' }];
  if (OF_ADDRESS.includes(kind))
    return [{ ...mail, kind: 'bounced', how: bounceOf(said, { trusted: true }), said }];
  if (REFUSED.includes(kind)) return [{ ...mail, kind: 'bounced', how: 'refused', said }];
  return kind === 'deferred' ? [{ ...mail, kind: 'bounced', how: 'delayed', said }] : [];
}
