import type { ServerResponse } from 'node:http';
import { parseContact, type ContactResult } from '#contract/contact.ts';
import { FALLBACK_LANGUAGE, isLanguage } from '#contract/language.ts';
import { PATHS, type DOCUMENT_STATES } from '#contract/pages.ts';
import { refused, type Admission } from '#server/abuse/guard.ts';
import { identifyMessage, type MessageOutcome, type MessageStore } from '#server/messages/message.ts';
import { isPossiblePhone } from '#server/messages/phone.ts';
import type { NotStored } from '#server/store/batches.ts';
import { responseOf, send, type HttpResponse, type Problems } from '#server/web/http/http-response.ts';
import type { Posted } from '#server/web/http/body.ts';
import { withDeadline } from '#server/deadline.ts';
import { NO_STORE, securityHeaders } from '#server/web/http/headers.ts';

/**
 * Largest body in bytes. The longest message of the contract takes up to 12 bytes a character in a plain form; anything
 * smaller would refuse what the contract allows in other scripts than Latin.
 */
export const CONTACT_BODY_LIMIT = 96 * 1024;

export type ContactDeps = {
  store: MessageStore;
  siteUrl: string;
  problems: Problems;
  /** Milliseconds after which the store counts as unavailable. */
  storeTimeout: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told of each message that is answered as not stored. */
  onNotStored: (outcome: NotStored) => void;
};

/** Answers one posted message. Rejects only on what nobody foresaw. */
export type ContactHandler = (
  response: ServerResponse,
  posted: Posted,
  admission: Admission,
) => Promise<void>;

type AnswerState = Exclude<(typeof DOCUMENT_STATES)['contact'][number], 'idle'>;

/**
 * A script gets 202, only after the store has the message, also when it had it before; 422 with all problems of the
 * fields; 409 when the form's key was used for another message; 503 with a time to come back. A plain form is sent on to
 * a page that says the same in its language, on every stage.
 */
export function createContact(deps: ContactDeps): ContactHandler {
  const { store, problems, storeTimeout, now } = deps;
  const common = [...securityHeaders(deps.siteUrl), ...NO_STORE];
  const answers: Record<Exclude<MessageOutcome, NotStored>, HttpResponse> = {
    stored: responseOf(202, [...common, 'Content-Type', 'application/json; charset=utf-8'], '{"ok":true}'),
    conflict: problems('conflict'),
  };
  const unavailable = problems('unavailable', { headers: ['Retry-After', '10'] });
  function pagesIn(language: unknown) {
    const lang = isLanguage(language) ? language : FALLBACK_LANGUAGE;
    return (state: AnswerState) =>
      responseOf(303, [...common, 'Location', `${PATHS.contact}?state=${state}&lang=${lang}`]);
  }

  return async function contact(response, posted, admission) {
    const toPage = posted.kind === 'form' ? pagesIn(posted.value.language) : null;
    if (!admission.ok) return send(response, toPage?.('failed') ?? refused(admission, problems));
    const parsed = await readContact(posted.value);
    if (!parsed.ok) {
      return send(response, toPage?.('invalid') ?? problems('invalid-fields', { fields: parsed.problems }));
    }
    const { suspect, mailWait } = admission;
    const adding = store.add({ ...identifyMessage(parsed.value, suspect, now()), mailWait });
    const outcome = await withDeadline<MessageOutcome>(adding, storeTimeout, { why: 'late' });
    const isKnown = typeof outcome === 'string';
    if (!isKnown) deps.onNotStored(outcome);
    send(
      response,
      toPage?.(outcome === 'stored' ? 'sent' : 'failed') ?? (isKnown ? answers[outcome] : unavailable),
    );
  };
}

async function readContact(body: unknown): Promise<ContactResult> {
  const parsed = parseContact(body);
  if (!parsed.ok || (await isPossiblePhone(parsed.value.phone))) return parsed;
  return { ok: false, problems: [{ field: 'phone', code: 'invalid-phone' }] };
}
