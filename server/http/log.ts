/** One JSON object a line. Never given personal data: no address, no query, no body. */
export type Log = {
  info(msg: string, fields?: LogFields): void;
  error(msg: string, fields?: LogFields & { error?: unknown }): void;
};

type LogFields = Record<string, unknown>;

export function createLog(write: (line: string) => void, now: () => Date): Log {
  function line(level: 'info' | 'error', msg: string, fields: LogFields): void {
    write(`${JSON.stringify({ time: now().toISOString(), level, msg, ...fields })}\n`);
  }
  return {
    info: (msg, fields = {}) => line('info', msg, fields),
    error: (msg, { error, ...fields } = {}) => {
      line('error', msg, error === undefined ? fields : { ...fields, error: readable(error) });
    },
  };
}

function readable(error: unknown): unknown {
  return error instanceof Error ? (error.stack ?? error.message) : error;
}
