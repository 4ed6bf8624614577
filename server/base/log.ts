/** Never pass personal data: no address, no query, no body. */
export type Log = {
  info(msg: string, fields?: LogFields): void;
  error(msg: string, fields?: LogFields & { error?: unknown }): void;
};

type LogFields = Record<string, unknown>;

type Format = (time: Date, level: 'info' | 'error', msg: string, fields: LogFields) => string;

/** For programs: one JSON object per line. */
const asJson: Format = (time, level, msg, fields) =>
  JSON.stringify({ time: time.toISOString(), level, msg, ...fields });

/** For people: `10:04:00 error: a message was not stored {"count":2}`. */
export const asText: Format = (time, level, msg, fields) => {
  const details = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  return `${time.toTimeString().slice(0, 8)} ${level === 'error' ? 'error: ' : ''}${msg}${details}`;
};

export function createLog(write: (line: string) => void, now: () => Date, format: Format = asJson): Log {
  function line(level: 'info' | 'error', msg: string, fields: LogFields): void {
    write(`${format(now(), level, msg, fields)}\n`);
  }
  return {
    info: (msg, fields = {}) => line('info', msg, fields),
    error: (msg, { error, ...fields } = {}) => {
      line('error', msg, error === undefined ? fields : { ...fields, error: readable(error, 3) });
    },
  };
}

export type OncePerMinute = (msg: string, trouble: { why: string; error?: unknown }) => void;

/**
 * Logs the same error at most once a minute, with the number of occurrences since the last line. Errors with
 * the same `why` are the same. `now`: milliseconds of a monotonic clock.
 */
export function oncePerMinute(log: Log, now: () => number): OncePerMinute {
  const met = new Map<string, { loggedAt: number; count: number }>();
  return (msg, trouble) => {
    const key = `${msg} ${trouble.why}`;
    const last = met.get(key) ?? { loggedAt: -Infinity, count: 0 };
    const count = last.count + 1;
    const isDue = now() - last.loggedAt >= 60_000;
    if (isDue) log.error(msg, { ...trouble, count });
    met.set(key, isDue ? { loggedAt: now(), count: 0 } : { ...last, count });
  };
}

/**
 * An error without its message: parsers, databases and mail servers quote their input there. Type, code and
 * stack are enough to find it. System errors name a file or a host, never personal data.
 */
function readable(error: unknown, depth: number): LogFields {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const { code, syscall } = error as NodeJS.ErrnoException;
  const fields: LogFields = { name: error.constructor.name };
  if (typeof code === 'string') fields.code = code.slice(0, 64);
  if (typeof syscall === 'string') fields.message = error.message;
  fields.at = framesOf(error);
  if (error.cause !== undefined && depth > 0) fields.cause = readable(error.cause, depth - 1);
  return fields;
}

/** V8 puts the message, which may have several lines, before the frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start === -1) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines.flatMap((text) => /^ {4}at (.{1,300})/.exec(text)?.[1] ?? []).slice(0, 10);
}
