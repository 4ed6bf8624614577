import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** `body`: empty for a 2xx, else at most its first 65,536 characters, or those that came in time. */
export type FormServiceReply = {
  status: number;
  message: string;
  headers: IncomingMessage['headers'];
  body: string;
};

const LONGEST_BODY = 64 * 1024;

/**
 * Sends one request on its own connection; a redirect is a normal answer. `timeout`: milliseconds for DNS,
 * connection and answer together.
 * @throws if there is no answer: no connection, TLS error, reset, timeout.
 */
export async function exchange(
  url: URL,
  options: RequestOptions,
  timeout: number,
  sentBody?: string,
): Promise<FormServiceReply> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = start(url, { ...options, agent: false, signal: AbortSignal.timeout(timeout) });
  // Errors after the status change nothing.
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
    // Aborted or too late: the status is known.
  }
  return body.slice(0, LONGEST_BODY);
}
