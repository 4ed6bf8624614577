import { createHash } from 'node:crypto';
import type { RequestOptions } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { cleanReply, type Delivery, type Verified } from '#server/outbox/delivery.ts';
import { isLoopback } from '#server/base/setting.ts';
import { exchange, type FormServiceReply } from './exchange.ts';
import { ForbiddenTarget, isPublicAddress, publicLookup } from './guard.ts';

/** One submission; the same for each attempt. `at`: when it arrived, milliseconds since 1970. */
export type ForwardedSubmission = { id: string; address: string; language: string; at: number };

type ForwardTarget = { url: string; field: string; extra: Readonly<Record<string, string>> };

export type ForwardOptions = {
  /** Allows private addresses, for a form service in the same network. Loopback URLs do not need it. */
  allowPrivate: boolean;
  /** Default: the system's. */
  resolve?: LookupFunction;
  /** Milliseconds for one attempt, including DNS and answer. Default: 10 000. */
  timeout?: number;
  now?: () => number;
};

export type Forwarder = {
  /** One attempt. Never rejects. */
  send: (submission: ForwardedSubmission) => Promise<Delivery>;
  /** Checks whether anything answers; submits nothing. */
  verify: () => Promise<Verified>;
};

const TIMEOUT = 10_000;
const LONGEST_WAIT = 24 * 60 * 60_000;

/**
 * Forwards submissions to an external form service as JSON: the address in its field, the extra fields, and
 * `key`, which is also sent as `Idempotency-Key` to dedupe retries. `url`: https, or http on this machine.
 */
export function createForwarder({ url, field, extra }: ForwardTarget, options: ForwardOptions): Forwarder {
  const { allowPrivate, resolve, timeout = TIMEOUT, now = Date.now } = options;
  const target = new URL(url);
  const anywhere = allowPrivate || isLoopback(target.hostname);

  async function ask(request: RequestOptions, body?: string): Promise<FormServiceReply> {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (!anywhere && isIP(host) !== 0 && !isPublicAddress(host))
      throw new ForbiddenTarget('it is not a public address');
    const lookup = anywhere ? resolve : publicLookup(resolve);
    return exchange(target, { ...request, lookup }, timeout, body);
  }

  return {
    send: async (submission) => {
      const key = idempotencyKey(submission);
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'User-Agent': 'embreve',
        'Idempotency-Key': key,
      };
      try {
        const body = JSON.stringify({ ...extra, [field]: submission.address, key });
        const answer = await ask({ method: 'POST', headers }, body);
        return judge(answer, excerpt(answer, submission.address, extra), now());
      } catch (error) {
        return { outcome: 'retry', reply: explain(error, timeout) };
      }
    },
    verify: async () => {
      try {
        await ask({ method: 'HEAD', headers: { 'User-Agent': 'embreve' } });
        return { ok: true };
      } catch (error) {
        return { ok: false, reason: explain(error, timeout) };
      }
    },
  };
}

/** The same for each attempt, different between sites that share a service and count from 1. */
function idempotencyKey({ id, address, at }: ForwardedSubmission): string {
  return createHash('sha256')
    .update(JSON.stringify([id, address, at]))
    .digest('base64url');
}

function judge({ status, headers }: FormServiceReply, reply: string, now: number): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'sent', reply };
  if (status >= 300 && status < 400) {
    return { outcome: 'failed', reply: `${reply} (a redirect is no success: correct FORWARD_URL)` };
  }
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    const afterMs = readRetryAfter(headers['retry-after'], now);
    return { outcome: 'retry', reply, ...(afterMs !== null && { afterMs }) };
  }
  return { outcome: 'failed', reply };
}

/** Parses Retry-After: seconds or a date (RFC 9110, section 10.2.3); null if unusable. */
function readRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_WAIT) : null;
}

/** The status and the beginning of a textual error, without the address and our keys. */
function excerpt(
  { status, message, headers, body }: FormServiceReply,
  address: string,
  extra: object,
): string {
  const text = /^(application\/(problem\+)?json|text\/plain)\b/.test(headers['content-type'] ?? '')
    ? body
    : '';
  const ours = Object.values(extra).filter((value) => String(value).length >= 6);
  const clean = ours.reduce((said, value) => said.replaceAll(value, '<value>'), text);
  return cleanReply(`${status} ${message} ${clean}`, address);
}

function explain(error: unknown, timeout: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (error instanceof ForbiddenTarget) return `the form service is refused as a target: ${message}`;
  const said = name === 'AbortError' ? `no answer within ${timeout / 1000} s` : (code ?? message);
  return cleanReply(`the form service cannot be reached (${said})`);
}
