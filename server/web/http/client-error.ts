import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemCode } from '#contract/problem.ts';
import { rawResponse, type Problems } from '#server/web/http/http-response.ts';

const CODES: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
};

/** Connections on which the answer to an error waits for those before it. */
const waiting = new WeakSet<Socket>();

/**
 * Answers what Node could not read as a request, then closes: nothing that follows could be trusted. Never before
 * the answers to whole requests that came first on this connection, or one would be taken for another.
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
  // Node reports each further piece of what it cannot read.
  if (waiting.has(socket)) return;
  waiting.add(socket);
  earlier.once('close', () => {
    waiting.delete(socket);
    answerClientError(problems, error, socket);
  });
}

/** The response under way to a request that was read to its end. Node names it nowhere else. */
function earlierResponse(socket: Socket): ServerResponse | null {
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return response?.req.complete ? response : null;
}
