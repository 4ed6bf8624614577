import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldProblem, ProblemCode } from '#contract/problem.ts';
import { linkHeaders, type Headers } from '#server/base/headers.ts';
import { responseOf, send, type Problems } from '#server/web/http/http-response.ts';
import { createBodySender, downloadOf } from './file.ts';
import type { PublicAnswer } from './route.ts';

/** A mail: its own styles, no script, nothing loaded; framed by the dashboard, which fills in typed text. */
const FRAME_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; sandbox allow-same-origin; frame-ancestors 'self'";

/**
 * A page of the site: what it shows is of this server. No script runs, so it needs no sandbox, in which WebKit would not
 * tell the dashboard what is pressed.
 */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; script-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/** An owner's file, shown as a picture: an SVG can do nothing, by its own address either. */
const PICTURE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
/** Its name depends on its content. */
const KEPT = 'private, max-age=86400, immutable';

/** For all owners together: each export reads the whole store. */
const MOST_FILES = 4;
/** A page may show a portrait of everybody. */
const MOST_PICTURES = 32;

function framedHeaders(siteUrl: string, policy: string): Headers {
  return linkHeaders(siteUrl, policy).map((value) => (value === 'DENY' ? 'SAMEORIGIN' : value));
}

const HIDDEN: Headers = ['X-Robots-Tag', 'noindex, nofollow'];

/** The answers of the owner's API: not cached, not indexed, no Referer. */
export function createOwnerAnswers(siteUrl: string, problems: Problems) {
  const common: Headers = linkHeaders(siteUrl);
  const json: Headers = [...common, 'Content-Type', 'application/json; charset=utf-8'];
  const html: Headers = ['Content-Type', 'text/html; charset=utf-8'];
  const framed: Headers = [...framedHeaders(siteUrl, FRAME_POLICY), ...html];
  const framedPage: Headers = [...framedHeaders(siteUrl, PAGE_POLICY), ...html];
  const pictured: Headers = linkHeaders(siteUrl, PICTURE_POLICY, KEPT);
  const sendFile = createBodySender(MOST_FILES);
  const sendPicture = createBodySender(MOST_PICTURES);

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
      send(response, responseOf(200, given.holds ? framedPage : framed, Buffer.from(given.frame)));
    } else if ('written' in given) {
      send(response, responseOf(200, json, Buffer.from(given.written)));
    } else if ('json' in given) {
      send(response, responseOf(200, [...json, ...cookies], Buffer.from(JSON.stringify(given.json))));
    } else if ('problem' in given) {
      const { problem, fields, retryAfter } = given;
      const wait = retryAfter === undefined ? [] : ['Retry-After', String(retryAfter)];
      refuse(response, problem, [...wait, ...cookies], fields);
    } else {
      const isSent =
        'picture' in given
          ? await sendPicture(request, response, [...pictured, 'Content-Type', given.type], given.picture)
          : await sendFile(request, response, [...common, ...downloadOf(given)], given.file).finally(
              given.done,
            );
      if (!isSent) refuse(response, 'unavailable', ['Retry-After', '30']);
    }
  }
  return { refuse, answer };
}
