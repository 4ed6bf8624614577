import type { Server } from 'node:http';
import {
  PipelinedRequest,
  PipelinedResponse,
  limitPipelining,
  type Listener,
} from '#server/web/http/pipelining-limit.ts';
import { createServer } from '#server/web/http/node-http.ts';

/** Times in milliseconds, sizes in bytes. Node's defaults leave slow clients nearly unlimited. */
export const LIMITS = {
  /** From the first byte, or from the connection, to the end of the headers; then 408. */
  headersTimeout: 10_000,
  /** To the end of the body; then 408. With the check interval 15 s at most. */
  requestTimeout: 13_000,
  /** How often both are checked. */
  connectionsCheckingInterval: 2_000,
  /** Maximum idle time between requests. Longer than proxies keep connections: nginx 60 s, Caddy 120 s. */
  keepAliveTimeout: 125_000,
  /** Maximum stall within an answer: for clients that stop reading. */
  stillTimeout: 30_000,
  /** For the store's answer; then 503. */
  storeTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
  /** For all bodies of unanswered requests together; then 503 for those that are not small. */
  bodyMemory: 64 * 1024 * 1024,
  /** Requests a connection may send ahead before it is closed. Browsers and proxies send none. */
  maxPipelined: 32,
  maxConnections: 20_000,
};

export type Limits = typeof LIMITS;

export function createLimitedServer(limits: Limits, answer: Listener): Server {
  const listener = limitPipelining(limits.maxPipelined, answer);
  const server = createServer(
    {
      ...limits,
      // Otherwise Node would answer a missing Host, and an Expect below, without our headers.
      requireHostHeader: false,
      IncomingMessage: PipelinedRequest,
      ServerResponse: PipelinedResponse,
    },
    listener,
  );
  server.on('checkExpectation', listener);
  server.timeout = limits.stillTimeout;
  server.maxConnections = limits.maxConnections;
  return server;
}
