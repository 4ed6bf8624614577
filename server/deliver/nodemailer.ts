/* eslint-disable no-underscore-dangle -- nodemailer's own names */
import type { Socket } from 'node:net';

/** Bytes that a mail server may send beyond what it is asked. A reply takes a few hundred, a certificate some thousand. */
const MOST_UNASKED = 64 * 1024;

/** The part of nodemailer's connection that reads what comes. */
type Reading = { _socket: Socket; _onData(chunk: Buffer): void; _onResponseTooLarge(): void };

/**
 * Loads nodemailer, which limits each reply but not how many come: one server could keep this process busy. Each time: an
 * update may be replacing the packages, and the next mail finds them again.
 */
export async function loadNodemailer() {
  const [nodemailer, { default: Connection }, { default: XOAuth2 }] = await Promise.all([
    import('nodemailer'),
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/xoauth2'),
  ]);
  limitReplies(Connection.prototype as unknown as Reading);
  return { ...nodemailer, Connection, XOAuth2 };
}

const limited = new WeakSet<Reading>();

function limitReplies(reading: Reading): void {
  if (limited.has(reading)) return;
  limited.add(reading);
  const { _onData: read } = reading;
  reading._onData = function readSome(chunk) {
    const { bytesRead, bytesWritten } = this._socket;
    if (bytesRead - bytesWritten <= MOST_UNASKED) return read.call(this, chunk);
    this._socket.destroy();
    this._onResponseTooLarge();
  };
}
