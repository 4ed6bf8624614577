import type { HttpResponse, Problems } from '#server/web/http/http-response.ts';
import { BodyError } from '#server/web/http/body.ts';
import type { Log } from '#server/log.ts';

/** The answer to whatever was thrown while a request was answered. */
export type ErrorAnswers = (error: unknown, requestId: string | null) => HttpResponse;

/** What a client did wrong is answered and forgotten; all else is logged, and answered without a word of it. */
export function createErrorAnswers(problems: Problems, log: Log): ErrorAnswers {
  return (error, requestId) => {
    if (error instanceof BodyError) return problems(error.code);
    log.error('request failed', { requestId, error });
    return problems('internal');
  };
}
