import type { ProblemCode } from '#contract/problem.ts';
import type { HttpResponse, Problems } from '#server/web/http/http-response.ts';
import { BodyError } from '#server/web/http/body.ts';
import type { Log } from '#server/log.ts';

/** The answer to whatever was thrown while a request was answered. */
export type ErrorAnswers = (error: unknown, requestId: string | null) => HttpResponse;

/** What a client did wrong is answered and forgotten; all else is logged, and answered without a word of it. */
export function createErrorAnswers(problems: Problems, log: Log): ErrorAnswers {
  return (error, requestId) => {
    const code = codeOf(error);
    if (code !== 'internal') return problems(code);
    log.error('request failed', { requestId, error });
    return problems('internal');
  };
}

function codeOf(error: unknown): ProblemCode {
  if (error instanceof BodyError) return error.code;
  // Fastify's own refusals carry a status.
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  if (status === 413) return 'too-large';
  if (status === 415) return 'unsupported-type';
  return typeof status === 'number' && status >= 400 && status < 500 ? 'malformed' : 'internal';
}
