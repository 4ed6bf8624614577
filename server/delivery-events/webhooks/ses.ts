import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Bounce, DeliveryEvent } from '../delivery-event.ts';
import { bounceOf } from '../delivery-event.ts';
import {
  at,
  isSameSecret,
  parseJson,
  textAt,
  eventTime,
  type WebhookResult,
  type Webhook,
} from './webhook.ts';

/** Fetches a certificate from Amazon, as PEM. */
export type CertificateOf = (url: string) => Promise<string>;

const SIGNED = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};

/** Other mails may have many recipients, ours have one. */
const MOST_RECIPIENTS = 50;

/**
 * Amazon SES through SNS, signed with SHA-256 (`SignatureVersion` 2 of the topic). `key`: the ARN of the
 * topic. It is compared, because Amazon signs for everybody's topics.
 */
export function createSes(certificateOf: CertificateOf): Webhook {
  return async (_headers, body, topic, now) => {
    const json = parseJson(body);
    const type = textAt(json, 'Type');
    if (type !== 'Notification' && type !== 'SubscriptionConfirmation') return { is: 'malformed' };
    if (!isSameSecret(textAt(json, 'TopicArn'), topic) || textAt(json, 'SignatureVersion') !== '2')
      return { is: 'forged' };
    if (!(await isSigned(json, SIGNED[type], certificateOf))) return { is: 'forged' };
    if (type === 'Notification') return readNotification(parseJson(textAt(json, 'Message')), now);
    const url = textAt(json, 'SubscribeURL');
    return isAmazonSns(url) ? { is: 'confirm', url } : { is: 'malformed' };
  };
}

/** Returns whether this is an https URL of SNS, on the default port, without credentials. */
export function isAmazonSns(url: string): boolean {
  return /^https:\/\/sns\.[a-z]{2}(?:-[a-z]+)+-\d\.amazonaws\.com(?:\.cn)?\//.test(url);
}

async function isSigned(
  json: unknown,
  names: readonly string[],
  certificateOf: CertificateOf,
): Promise<boolean> {
  const url = textAt(json, 'SigningCertURL');
  if (!isAmazonSns(url) || !/^[^?#]*\.pem$/.test(url)) return false;
  const key = publicKeyOf(await certificateOf(url));
  const text = names
    .filter((name) => at(json, name) !== undefined)
    .map((name) => `${name}\n${textAt(json, name)}\n`)
    .join('');
  return (
    key !== null && verify('sha256', Buffer.from(text), key, Buffer.from(textAt(json, 'Signature'), 'base64'))
  );
}

function publicKeyOf(certificate: string): KeyObject | null {
  try {
    return createPublicKey(certificate);
  } catch {
    return null;
  }
}

/** A notification topic has `notificationType`, a configuration set `eventType`. */
function readNotification(event: unknown, now: number): WebhookResult {
  const kind = textAt(event, 'notificationType') || textAt(event, 'eventType');
  // Messages from SNS itself, e.g. after setup, are not JSON from SES.
  return { is: 'events', events: READERS[kind]?.(event, now) ?? [] };
}

const READERS: Record<string, (event: unknown, now: number) => DeliveryEvent[]> = {
  Delivery: (event, now) => about(event, 'delivery', 'recipients', now, () => ({ kind: 'delivered' })),
  Complaint: (event, now) =>
    about(event, 'complaint', 'complainedRecipients', now, () => ({ kind: 'complained' })),
  Bounce: (event, now) =>
    about(event, 'bounce', 'bouncedRecipients', now, (recipient) => {
      const said = saidOf(recipient);
      return { kind: 'bounced', how: howOf(at(event, 'bounce'), said), said };
    }),
  DeliveryDelay: (event, now) =>
    about(event, 'deliveryDelay', 'delayedRecipients', now, (recipient) => {
      return { kind: 'bounced', how: 'delayed', said: saidOf(recipient) };
    }),
};

type What = { kind: 'delivered' } | { kind: 'complained' } | { kind: 'bounced'; how: Bounce; said: string };

function about(
  event: unknown,
  part: string,
  recipients: string,
  now: number,
  what: (recipient: unknown) => What,
): DeliveryEvent[] {
  const list = at(event, part, recipients);
  const messageId = messageIdOf(at(event, 'mail'));
  return (Array.isArray(list) ? list : []).slice(0, MOST_RECIPIENTS).map((one: unknown) => ({
    messageId,
    recipient: typeof one === 'string' ? one : textAt(one, 'emailAddress'),
    at: eventTime(at(event, part, 'timestamp'), now),
    ...what(one),
  }));
}

/** Returns our Message-ID, if notifications include the original headers: Amazon assigns its own. */
function messageIdOf(mail: unknown): string | null {
  const headers = at(mail, 'headers');
  const header: unknown =
    Array.isArray(headers) && headers.find((one) => textAt(one, 'name').toLowerCase() === 'message-id');
  return textAt(header, 'value') || textAt(mail, 'commonHeaders', 'messageId') || null;
}

function saidOf(recipient: unknown): string {
  return [textAt(recipient, 'status'), textAt(recipient, 'diagnosticCode')]
    .filter((one) => one !== '')
    .join(' ');
}

/** Amazon has given up on all of them; `Transient` ones may work later. */
function howOf(bounce: unknown, said: string): Bounce {
  const isOfAddress =
    textAt(bounce, 'bounceType') === 'Permanent' &&
    textAt(bounce, 'bounceSubType') !== 'UnsubscribedRecipient';
  return isOfAddress ? bounceOf(said, { trusted: true }) : 'refused';
}
