import type { Socket } from 'node:net';
import type { ProblemCode } from '#contract/problem.ts';
import { rawAnswer, type Problems } from '#server/http/answer.ts';

const CODES: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too-large',
};

/** Answers what Node could not read as a request, then closes: nothing that follows could be trusted. */
export function answerClientError(
  problems: Problems,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    socket.write(rawAnswer(problems(CODES[error.code ?? ''] ?? 'malformed')));
  }
  socket.destroySoon();
}
