import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '#contract/problem.ts';
import { rawResponse, type Problems } from '#server/web/http/http-response.ts';

const CODES: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
};

/** Connections whose error answer waits for earlier answers. */
const waiting = new WeakSet<Socket>();

/**
 * Answers a request that Node could not parse, then closes: nothing after it can be trusted. Waits for the
 * answers to earlier requests on this connection, or one would be taken for another.
 */
export function answerClientError(
  problems: Problems,
  error: Error & { code?: string },
  socket: Socket,
): void {
  const reachable = error.code !== 'ECONNRESET' && socket.writable;
  const earlier = reachable ? earlierResponse(socket) : null;
  if (earlier === null) {
    if (reachable) socket.write(rawResponse(problems(CODES[error.code ?? ''] ?? 'malformed')));
    return socket.destroySoon();
  }
  // Node reports each further chunk of an invalid request.
  if (waiting.has(socket)) return;
  waiting.add(socket);
  earlier.once('close', () => {
    waiting.delete(socket);
    answerClientError(problems, error, socket);
  });
}

/** The pending response to a fully read request. Node exposes it nowhere else. */
function earlierResponse(socket: Socket): ServerResponse | null {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return response?.req.complete ? response : null;
}
