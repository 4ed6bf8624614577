import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldProblem } from '#contract/problem.ts';
import type { Guard, Limited, Verdict } from '#server/abuse/guard.ts';
import { withDeadline } from '#server/deadline.ts';
import type { OncePerMinute } from '#server/log.ts';
import type { NotStored } from '#server/store/database.ts';
import type { Posted } from '#server/web/http/body.ts';
import { jsonHeaders, NO_STORE, securityHeaders } from '#server/web/http/headers.ts';
import { responseOf, send, type HttpResponse, type Problems } from '#server/web/http/http-response.ts';

/** How one form of the site is read, stored, and answered to a browser without script. */
export type FormRules<Value> = {
  read(posted: Posted, request: IncomingMessage): Reading<Value> | Promise<Reading<Value>>;
  /** The key of the address that a mail goes to; null when it goes to the owner. */
  mailKeyOf(value: Value): string | null;
  add(value: Value, verdict: Verdict): Promise<Outcome>;
  /** The page that says how it ended, e.g. `/contact?state=sent&lang=pt`. */
  pageFor(end: End, fields: Record<string, string>): string;
  /** For the log, when it could not be stored. */
  trouble: string;
};

export type Reading<Value> = { ok: true; value: Value } | { ok: false; problems: FieldProblem[] };
export type Outcome = 'stored' | 'conflict' | NotStored;
export type End = 'stored' | 'invalid' | 'failed';

export type FormPostDeps = {
  guard: Guard;
  siteUrl: string;
  problems: Problems;
  /** Milliseconds after which the store counts as unavailable. */
  storeTimeout: number;
  logOnce: OncePerMinute;
  /** Something was stored from which more may have to follow. */
  onAccepted: () => void;
};

/** Answers one request. Rejects only on what nobody foresaw. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  posted: Posted | undefined,
) => Promise<void> | void;

/**
 * A script gets 202 only after the store has it, also when it had it before; 422 with all problems of the fields; 409
 * when the form's key was used for something else; 429 or 503 with a time to come back. A plain form is sent on to a page
 * that says the same in its language.
 */
export function createFormPost<Value>(rules: FormRules<Value>, deps: FormPostDeps): Handler {
  const { guard, problems, storeTimeout, logOnce, onAccepted } = deps;
  const common = [...securityHeaders(deps.siteUrl), ...NO_STORE];
  const accepted = responseOf(202, jsonHeaders(deps.siteUrl), '{"ok":true}');
  const unavailable = problems('unavailable', ['Retry-After', '10']);

  async function take(request: IncomingMessage, posted: Posted): Promise<[End, HttpResponse]> {
    const admission = await guard.admit(request);
    if (!admission.ok) return ['failed', refusalOf(admission)];
    const read = await rules.read(posted, request);
    const mailKey = read.ok ? rules.mailKeyOf(read.value) : null;
    const verdict = guard.judge(admission, { request, ...posted, mailKey });
    if (!read.ok) return ['invalid', problems('invalid-fields', [], read.problems)];
    const outcome = await withDeadline<Outcome>(rules.add(read.value, verdict), storeTimeout, {
      why: 'late',
    });
    if (outcome === 'stored') return ['stored', accepted];
    if (outcome === 'conflict') return ['failed', problems('conflict')];
    logOnce(rules.trouble, outcome);
    return ['failed', unavailable];
  }

  function refusalOf(limited: Limited): HttpResponse {
    if (limited.code === 'unavailable') return unavailable;
    return problems('too-many-requests', ['Retry-After', String(limited.retryAfterSeconds)]);
  }

  return async (request, response, posted) => {
    if (posted === undefined) return send(response, problems('unsupported-type'));
    const [end, answer] = await take(request, posted);
    if (posted.kind === 'json') send(response, answer);
    else send(response, responseOf(303, [...common, 'Location', rules.pageFor(end, posted.value)]));
    onAccepted();
  };
}
