import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { SignedToken } from '#server/store/webhook-tokens.ts';
import type { DeliveryEvent } from '../delivery-event.ts';

/**
 * What a post of a provider says. `forged`: it is not signed as it must be, or too old. `confirm`: the address that has to be
 * asked once, before more comes.
 */
export type Said = DeliveryEvents | { is: 'confirm'; url: string } | { is: 'forged' } | { is: 'malformed' };

/** `token`: of a signature that leaves the body out. */
export type DeliveryEvents = { is: 'events'; events: DeliveryEvent[]; token?: SignedToken };

/** `body`: byte for byte as it came. `key`: what the owner has set for this provider. */
export type Webhook = (
  headers: IncomingHttpHeaders,
  body: string,
  key: string,
  now: number,
) => Said | Promise<Said>;

/** Whatever it is about, but for bounces, complaints and deliveries. */
export const NOTHING_NEW: DeliveryEvents = { is: 'events', events: [] };

export function oneEvent(one: DeliveryEvent): DeliveryEvents {
  return { is: 'events', events: [one] };
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What lies there in foreign JSON; undefined where nothing does. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, name)
        ? (inside as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/** Empty where there is no text. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** An ISO time, or seconds since 1970; `now` where it is neither. */
export function timeOf(value: unknown, now: number): number {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(typeof value === 'string' ? value : '');
  return Number.isFinite(time) ? time : now;
}

/** Takes as long whatever is given. */
export function isSame(given: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(right));
}

/** Of those who sign nothing: the secret as `Bearer` token, or as the password of `Basic`, whoever the user is. */
export function carriesSecret({ authorization = '' }: IncomingHttpHeaders, secret: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  const pair = isBasic ? Buffer.from(value, 'base64').toString('utf8') : `:${value}`;
  const given = pair.slice(pair.indexOf(':') + 1);
  return isSame(given, secret) && (isBasic || scheme.toLowerCase() === 'bearer');
}
