import { connect } from 'node:net';
import type { SMTPPoolOptions } from 'nodemailer';

/**
 * Connects for nodemailer, whose own time-out for it includes the greeting and STARTTLS: a server that accepts nobody
 * would be waited for as long as one that takes its time to greet.
 */
export function connectWithin(ms: number): NonNullable<SMTPPoolOptions['getSocket']> {
  return ({ host, port }, callback) => {
    // Where a name has several addresses; Node's own quarter of a second is too short for a far one.
    const autoSelectFamilyAttemptTimeout = Math.max(10, Math.floor(ms / 4));
    const socket = connect({ host, port: Number(port), autoSelectFamilyAttemptTimeout });
    const late = Object.assign(new Error(`no connection within ${ms / 1000} s`), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => socket.destroy(late), ms);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      callback(null, { connection: socket });
    });
    socket.once('error', fail);
    function fail(error: NodeJS.ErrnoException) {
      clearTimeout(timer);
      callback(asSmtpError(error));
    }
  };
}

/** As nodemailer marks its own. */
function asSmtpError(error: NodeJS.ErrnoException): Error {
  // All addresses of a name have failed; it has no message of its own.
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  const code = first.syscall === 'getaddrinfo' ? 'EDNS' : 'ESOCKET';
  return Object.assign(first, { originalCode: first.code, code, command: 'CONN' });
}
