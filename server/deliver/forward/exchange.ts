import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** `body`: empty for a 2xx, whose status says all; else its first 65,536 characters at most, or what came in time. */
export type FormServiceReply = {
  status: number;
  message: string;
  headers: IncomingMessage['headers'];
  body: string;
};

const LONGEST_BODY = 64 * 1024;

/**
 * One request on a connection of its own; a redirect is an answer like any other. `timeout`: milliseconds for all: name,
 * connection, answer.
 * @throws when there is no answer: no connection, TLS refused, reset, time-out.
 */
export async function exchange(
  url: URL,
  options: RequestOptions,
  timeout: number,
  sentBody?: string,
): Promise<FormServiceReply> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = start(url, { ...options, agent: false, signal: AbortSignal.timeout(timeout) });
  // What follows the status changes nothing.
  sent.on('error', () => {}).end(sentBody);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, statusMessage: message = '', headers } = response;
  const body = status >= 200 && status < 300 ? '' : await beginningOf(response);
  sent.destroy();
  return { status, message, headers, body };
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let body = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      body += String(chunk);
      if (body.length >= LONGEST_BODY) break;
    }
  } catch {
    // Cut off or too late: the status has been said.
  }
  return body.slice(0, LONGEST_BODY);
}
