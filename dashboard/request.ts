import { BACKGROUND_HEADER, type SessionInfo } from '#contract/owner/session.ts';
import { answered, noteNoAnswer } from './connection.ts';
import { RequestError, problemOf } from './problem.ts';
import { prove } from './session/proof.ts';
import { endedBy, OUT, ownerNow, signedInAs, untilSignedIn } from './session/session.ts';

const API = '/api/owner';
const PATIENCE_MS = 30_000;
const FILE_PATIENCE_MS = 60 * 60_000;
/** A request this long after the last input comes from the page, not from a person. */
const TOUCH_MS = 20_000;

let touchedAt = Date.now();
for (const kind of ['pointerdown', 'keydown'])
  addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });

export type RequestOptions = {
  /** Posted as JSON; without a body the request is a GET. */
  body?: unknown;
  /** The idempotency key of an action that must run only once. */
  key?: string;
  signal?: AbortSignal;
  /** False: after a new sign-in the user presses again; the request is not sent automatically. */
  retryAfterSignIn?: boolean;
  /** Goes on when the page is left; the body has at most 64 KB. */
  keepalive?: boolean;
  /** Timeout in milliseconds. */
  patience?: number;
};

/**
 * Sends a request to the owner's API, e.g. `/people?state=pending`. With an expired session it waits for a
 * new sign-in; where the server requires a fresh proof it asks for one.
 * @throws Problem
 */
export async function request<T>(path: string, asked: RequestOptions = {}): Promise<T> {
  return (await (await answerTo(path, asked)).json()) as T;
}

/** Downloads a file by POST, complete. @throws Problem */
export async function requestFile(path: string, body: unknown = {}): Promise<Blob> {
  const response = await answerTo(path, { body, retryAfterSignIn: false, patience: FILE_PATIENCE_MS });
  // An incomplete download is not a file.
  return response.blob().catch(() => Promise.reject(new RequestError('offline')));
}

async function answerTo(path: string, asked: RequestOptions): Promise<Response> {
  let isAgain = false;
  for (;;) {
    const response = await sent(path, asked);
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (problem.code === 'signed-out') {
      if (await isOver()) {
        await untilSignedIn();
        if (asked.retryAfterSignIn === false) throw problem;
      } else if (isAgain) throw problem;
      // The request had the cookie that a passkey has just replaced: retry once.
      else isAgain = true;
    } else if (problem.code !== 'needs-passkey' || !(await prove())) throw problem;
  }
}

/** The same without dialogs, for signing in itself. @throws Problem */
export async function plainRequest<T>(path: string, asked: RequestOptions = {}): Promise<T> {
  const response = await sent(path, asked);
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}

export function readSession(): Promise<SessionInfo> {
  return plainRequest<SessionInfo>('/session');
}

/** Whether the session is over. Only the server knows why. */
async function isOver(): Promise<boolean> {
  const info = await readSession().catch(() => null);
  if (info?.signedIn && info.owner.id === ownerNow()?.id) return false;
  // Another owner has signed in meanwhile.
  if (info?.signedIn) signedInAs(info);
  else endedBy(info ?? OUT);
  return true;
}

async function sent(
  path: string,
  { body, key, signal, keepalive = false, patience: most = PATIENCE_MS }: RequestOptions,
): Promise<Response> {
  const isReading = body === undefined;
  const isOwn = Date.now() - touchedAt > TOUCH_MS;
  const patience = AbortSignal.timeout(most);
  try {
    const response = await fetch(API + path, {
      method: isReading ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...(isReading ? {} : { 'Content-Type': 'application/json' }),
        ...(isReading && isOwn ? { [BACKGROUND_HEADER]: '1' } : {}),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
      keepalive,
      ...(isReading ? {} : { body: JSON.stringify(body) }),
    });
    answered();
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (isReading) noteNoAnswer();
    throw new RequestError('offline');
  }
}

/** Returns a new idempotency key. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
