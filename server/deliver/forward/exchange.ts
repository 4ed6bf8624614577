import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

export type Question = {
  method: 'POST' | 'HEAD';
  headers: Record<string, string>;
  body?: string;
  lookup: LookupFunction;
  /** Milliseconds for all: name, connection, answer. */
  timeout: number;
};

/** `body`: empty for a 2xx, whose status says all; else its first 64 KiB at most, or what came in time. */
export type FormServiceReply = {
  status: number;
  message: string;
  headers: IncomingMessage['headers'];
  body: string;
};

const LONGEST_BODY = 64 * 1024;

/**
 * One request on a connection of its own; a redirect is an answer like any other.
 * @throws when there is no answer: no connection, TLS refused, reset, time-out.
 */
export function exchange(
  url: URL,
  { method, headers, body, lookup, timeout }: Question,
): Promise<FormServiceReply> {
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    method,
    headers,
    lookup,
    agent: false,
    signal: AbortSignal.timeout(timeout),
  };
  return new Promise((resolve, reject) => {
    let fail: (error: Error) => void = reject;
    const sent = start(url, options, (response) => {
      const status = response.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        sent.destroy();
        const text = Buffer.concat(chunks).subarray(0, LONGEST_BODY).toString();
        resolve({ status, message: response.statusMessage ?? '', headers: response.headers, body: text });
      };
      // Cut off or too late: the status has been said.
      fail = finish;
      response.on('error', finish).on('close', finish);
      if (status >= 200 && status < 300) return finish();
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= LONGEST_BODY) finish();
      });
    });
    sent.on('error', (error) => fail(error));
    // The end of a connection without an answer or an error.
    sent.on('close', () => fail(new Error('connection closed')));
    sent.end(body);
  });
}
