import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SignedToken } from '#server/store/webhook-tokens.ts';
import type { DeliveryEvent } from '../delivery-event.ts';

/**
 * A parsed post of a provider. `forged`: not signed correctly, or too old. `confirm`: the URL to fetch once
 * to activate the webhook.
 */
export type WebhookResult =
  | DeliveryEvents
  | { is: 'confirm'; url: string }
  | { is: 'forged' }
  | { is: 'malformed' };

/** `token`: of a signature that does not cover the body. */
export type DeliveryEvents = { is: 'events'; events: DeliveryEvent[]; token?: SignedToken };

/** `body`: the raw bytes. `key`: what the owner has set for this provider. */
export type Webhook = (
  headers: IncomingHttpHeaders,
  body: string,
  key: string,
  now: number,
) => WebhookResult | Promise<WebhookResult>;

/** Any event other than bounces, complaints and deliveries. */
export const NOTHING_NEW: DeliveryEvents = { is: 'events', events: [] };

export function oneEvent(one: DeliveryEvent): DeliveryEvents {
  return { is: 'events', events: [one] };
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a path in untrusted JSON; undefined if absent. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** Returns an empty string if there is no text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Parses an ISO time, or seconds since 1970; otherwise returns `now`. */
export function eventTime(value: unknown, now: number): number {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(typeof value === 'string' ? value : '');
  return Number.isFinite(time) ? time : now;
}

/** Compares in constant time. */
export function isSameSecret(given: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}

/** For unsigned webhooks: checks the secret in a `Bearer` token or a `Basic` password; ignores the user. */
export function carriesSecret({ authorization = '' }: IncomingHttpHeaders, secret: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  const pair = isBasic ? Buffer.from(value, 'base64').toString('utf8') : `:${value}`;
  const given = pair.slice(pair.indexOf(':') + 1);
  return isSameSecret(given, secret) && (isBasic || scheme.toLowerCase() === 'bearer');
}
