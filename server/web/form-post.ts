import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldProblem } from '#contract/problem.ts';
import type { Guard, AbuseVerdict } from '#server/abuse/guard.ts';
import type { PostLimit } from '#server/abuse/post-limit.ts';
import { withDeadline } from '#server/base/deadline.ts';
import type { OncePerMinute } from '#server/base/log.ts';
import type { NotStored } from '#server/store/database.ts';
import type { Posted, PostedForm } from '#server/web/http/body.ts';
import { jsonHeaders, NO_STORE, securityHeaders } from '#server/base/headers.ts';
import { responseOf, send, type HttpResponse, type Problems } from '#server/web/http/http-response.ts';

/** How a form is parsed, stored, and answered to a browser without JavaScript. */
export type FormRules<Value> = {
  parse(posted: PostedForm, request: IncomingMessage): Parsed<Value> | Promise<Parsed<Value>>;
  store: { add(post: Value & AbuseVerdict): Promise<Outcome> };
  /** The result page, e.g. `/contact?state=sent&lang=pt`. */
  pageFor(end: End, fields: Record<string, string>): string;
  /** The log message for a failure to store. */
  trouble: string;
};

/** `mailKey`: the key of the address to mail; null if the mail goes to the owner. */
export type Parsed<Value> =
  | { ok: true; value: Value; mailKey: string | null }
  | { ok: false; problems: FieldProblem[] };
type Outcome = 'stored' | 'conflict' | NotStored;
export type End = 'stored' | 'invalid' | 'failed';

export type FormPostDeps = {
  postLimit: PostLimit;
  guard: Guard;
  siteUrl: string;
  problems: Problems;
  /** Whether a cookie shows a draft: nothing is stored. */
  isDraft: (cookie: string | undefined) => boolean;
  /** Milliseconds after which the store counts as unavailable. */
  storeTimeout: number;
  logOnce: OncePerMinute;
  /** Called after storing something that may have follow-up jobs. */
  onStored: () => void;
};

/** Answers one request. Rejects only on unexpected errors. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  posted: Posted | undefined,
  /** The values of the path parameters. */
  params: Readonly<Record<string, string>>,
) => Promise<void> | void;

/**
 * A script gets 202 once the post is stored, also if it was stored before; 422 with all invalid fields; 409
 * if the form's key was used for another message, or it is in a draft; 429 or 503 with Retry-After. A plain form is redirected to
 * a result page in its language.
 */
export function createFormPost<Value>(form: FormRules<Value>, deps: FormPostDeps): RequestHandler {
  const { postLimit, guard, problems, isDraft, storeTimeout, logOnce, onStored } = deps;
  const common = [...securityHeaders(deps.siteUrl), ...NO_STORE];
  const accepted = responseOf(202, jsonHeaders(deps.siteUrl), '{"ok":true}');
  const unavailable = problems('unavailable', ['Retry-After', '10']);

  const tooMany = ({ retryAfterSeconds }: { retryAfterSeconds: number }) =>
    problems('too-many-requests', ['Retry-After', String(retryAfterSeconds)]);

  /** Limit, parse, judge, store: each once, in this order. */
  async function take(request: IncomingMessage, posted: PostedForm): Promise<[End, HttpResponse]> {
    if (isDraft(request.headers.cookie)) return ['failed', problems('not-now')];
    const taken = await postLimit.take(request);
    if (!taken.ok) return ['failed', taken.code === 'limited' ? tooMany(taken) : unavailable];
    const parsed = await form.parse(posted, request);
    const mailKey = parsed.ok ? parsed.mailKey : null;
    const verdict = guard.judge({ ...posted, ...taken, headers: request.headers, mailKey });
    if (!parsed.ok) return ['invalid', problems('invalid-fields', [], parsed.problems)];
    const adding = form.store.add({ ...parsed.value, ...verdict });
    const outcome = await withDeadline<Outcome>(adding, storeTimeout, { why: 'late' });
    if (outcome === 'stored') return ['stored', accepted];
    if (outcome === 'conflict') return ['failed', problems('conflict')];
    logOnce(form.trouble, outcome);
    return ['failed', unavailable];
  }

  return async (request, response, posted) => {
    if (posted === undefined || posted.kind === 'text') return send(response, problems('unsupported-type'));
    const [end, answer] = await take(request, posted);
    if (posted.kind === 'json') send(response, answer);
    else send(response, responseOf(303, [...common, 'Location', form.pageFor(end, posted.value)]));
    if (end === 'stored') onStored();
  };
}
