import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem, type FieldProblem, type ProblemCode } from '#contract/problem.ts';
import { jsonHeaders, type Headers } from '#server/base/headers.ts';
import { STATUS_CODES } from '#server/web/http/node-http.ts';

/**
 * A complete answer, built once and sent many times. A string has one byte per character (our texts are
 * ASCII) and is written together with the headers; a Buffer needs a second write.
 */
export type HttpResponse = { status: number; headers: Headers; body: Buffer | string };

export function responseOf(status: number, headers: Headers, body: Buffer | string = ''): HttpResponse {
  return { status, headers: [...headers, 'Content-Length', String(body.length)], body };
}

/** Sends the answer, unless one was sent. For HEAD requests Node sends the headers alone. */
export function send(response: ServerResponse, answer: HttpResponse): void {
  // A request with too heavy a body may be shed while its other answer is pending (body-memory-limit.ts).
  if (response.headersSent) return;
  if (answer.status >= 400 && isBodyUnread(response.req)) response.shouldKeepAlive = false;
  response.writeHead(answer.status, answer.headers);
  if (typeof answer.body === 'string') response.end(answer.body, 'latin1');
  else response.end(answer.body);
}

/**
 * Refused bodies up to this size are read to the end. Closing before that resets the connection, and the answer
 * is lost while the client still sends (RFC 9112, 9.6). No form and no piece of a file is larger.
 */
const MOST_READ = 1024 * 1024;

/** The rest of a larger refused body, or of one without a size, is not read. */
function isBodyUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return Number(headers['content-length'] ?? 0) > MOST_READ || headers['transfer-encoding'] !== undefined;
}

/** The answer as bytes for a socket whose request Node could not parse. */
export function rawResponse({ status, headers, body }: HttpResponse): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  const head = `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), typeof body === 'string' ? Buffer.from(body, 'latin1') : body]);
}

/** The `application/problem+json` answers (RFC 9457) of a site, with optional extra headers. */
export type Problems = (code: ProblemCode, headers?: Headers, fields?: FieldProblem[]) => HttpResponse;

export function createProblems(siteUrl: string): Problems {
  const common = jsonHeaders(siteUrl, 'application/problem+json');
  return (code, headers = [], fields) => {
    const body = problem(code, fields);
    return responseOf(body.status, [...common, ...headers], JSON.stringify(body));
  };
}
