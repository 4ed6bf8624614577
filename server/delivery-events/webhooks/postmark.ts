import { bounceOf } from '../delivery-event.ts';
import {
  at,
  carriesSecret,
  NOTHING_NEW,
  parseJson,
  oneEvent,
  textAt,
  eventTime,
  type Webhook,
} from './webhook.ts';

/** Types of bounces. Types in neither list, such as auto-replies, say nothing about the mail. */
const OF_ADDRESS = ['HardBounce', 'BadEmailAddress'];
const REFUSED = [
  'SoftBounce',
  'DnsError',
  'SpamNotification',
  'Unknown',
  'Blocked',
  'DMARCPolicy',
  'SMTPApiError',
];

/**
 * Unsigned. `key`: the Basic auth password in the webhook URL set there. It has its own message ids, so the
 * newest mail to the address is assumed.
 */
export const postmark: Webhook = (headers, body, key, now) => {
  if (!carriesSecret(headers, key)) return { is: 'forged' };
  const json = parseJson(body);
  const record = textAt(json, 'RecordType');
  if (record === '') return { is: 'malformed' };
  const mail = (recipient: string, time: string) => ({
    messageId: null,
    recipient: textAt(json, recipient),
    at: eventTime(at(json, time), now),
  });
  if (record === 'Delivery') return oneEvent({ ...mail('Recipient', 'DeliveredAt'), kind: 'delivered' });
  if (record !== 'Bounce' && record !== 'SpamComplaint') return NOTHING_NEW;
  const type = textAt(json, 'Type');
  const bounced = mail('Email', 'BouncedAt');
  if (record === 'SpamComplaint' || type === 'SpamComplaint')
    return oneEvent({ ...bounced, kind: 'complained' });
  const said = textAt(json, 'Details') || textAt(json, 'Description');
  if (OF_ADDRESS.includes(type))
    return oneEvent({ ...bounced, kind: 'bounced', how: bounceOf(said, { trusted: true }), said });
  if (REFUSED.includes(type)) return oneEvent({ ...bounced, kind: 'bounced', how: 'refused', said });
  return type === 'Transient' ? oneEvent({ ...bounced, kind: 'bounced', how: 'delayed', said }) : NOTHING_NEW;
};
