import type { Ran, Statement, StatementReply } from './writer-protocol.ts';

/** What the database said about a statement; `errcode` as SQLite's (https://sqlite.org/rescode.html), if it is one. */
export class StatementError extends Error {
  override name = 'StatementError';
  readonly errcode: number | null;
  constructor(message: string, errcode: number | null) {
    super(message);
    this.errcode = errcode;
  }
}

/** The one statement that is under way in a thread: whoever holds its mutex waits for each before the next. */
export function createRunning(post: (statement: Statement) => void) {
  let current: PromiseWithResolvers<Ran> | null = null;
  let over: string | null = null;

  function run(statement: Statement): Promise<Ran> {
    if (over !== null) return Promise.reject(new StatementError(over, null));
    current = Promise.withResolvers<Ran>();
    post(statement);
    return current.promise;
  }

  function settle(reply: StatementReply): void {
    if (reply.type === 'refused-statement') return fail(new StatementError(reply.message, reply.errcode));
    current?.resolve(reply.ran);
    current = null;
  }

  function fail(error: StatementError): void {
    current?.reject(error);
    current = null;
  }

  /** Also for all that come later. */
  function giveUp(message: string): void {
    over = message;
    fail(new StatementError(message, null));
  }

  return { run, settle, fail, giveUp };
}
