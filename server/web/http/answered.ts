import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and what became of it. */
export type Answered = {
  request: IncomingMessage;
  /** Of few values: an address itself can hold a person's data. */
  route: string;
  /** Null when the client left before there was an answer. */
  status: number | null;
  /** Milliseconds from the end of the request's headers to the end of the answer. */
  ms: number;
};

/** Tells of each answer once, when its last byte is out or the client has left. `clock`: milliseconds, never set back. */
export function watchAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
  clock: () => number,
  tell: (answered: Answered) => void,
): void {
  const begun = clock();
  response.once('close', () => {
    const status = response.headersSent ? response.statusCode : null;
    tell({ request, route, status, ms: clock() - begun });
  });
}
