import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldProblem, ProblemCode } from '#contract/problem.ts';
import { linkHeaders, type Headers } from '#server/web/http/headers.ts';
import { responseOf, send, type Problems } from '#server/web/http/http-response.ts';
import { createFileSender } from './file.ts';
import type { PublicAnswer } from './route.ts';

/** A mail: its own styles, no script, nothing loaded; framed by the dashboard, which fills in typed text. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; sandbox allow-same-origin; frame-ancestors 'self'";

function framedHeaders(siteUrl: string): Headers {
  return linkHeaders(siteUrl, FRAME_POLICY).map((value) => (value === 'DENY' ? 'SAMEORIGIN' : value));
}

const HIDDEN: Headers = ['X-Robots-Tag', 'noindex, nofollow'];

/** The answers of the owner's API: not cached, not indexed, no Referer. */
export function createOwnerAnswers(siteUrl: string, problems: Problems) {
  const common: Headers = linkHeaders(siteUrl);
  const json: Headers = [...common, 'Content-Type', 'application/json; charset=utf-8'];
  const framed: Headers = [...framedHeaders(siteUrl), 'Content-Type', 'text/html; charset=utf-8'];
  const sendFile = createFileSender(common);

  function refuse(
    response: ServerResponse,
    code: ProblemCode,
    more: Headers = [],
    fields?: FieldProblem[],
  ): void {
    send(response, problems(code, [...HIDDEN, ...more], fields));
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    given: PublicAnswer,
  ): Promise<void> {
    const cookies = (given.cookies ?? []).flatMap((cookie) => ['Set-Cookie', cookie]);
    if ('frame' in given) {
      send(response, responseOf(200, framed, Buffer.from(given.frame)));
    } else if ('written' in given) {
      send(response, responseOf(200, json, Buffer.from(given.written)));
    } else if ('json' in given) {
      send(response, responseOf(200, [...json, ...cookies], Buffer.from(JSON.stringify(given.json))));
    } else if ('problem' in given) {
      const { problem, fields, retryAfter } = given;
      const wait = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
      refuse(response, problem, [...wait, ...cookies], fields);
    } else {
      const isSent = await sendFile(request, response, given).finally(given.done);
      if (!isSent) refuse(response, 'unavailable', ['Retry-After', '30']);
    }
  }
  return { refuse, answer };
}
