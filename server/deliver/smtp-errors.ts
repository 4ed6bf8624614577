import { cleanReply, type Delivery } from '#server/outbox/delivery.ts';
import { meaningOf } from '#server/outbox/replies.ts';

/** An error of nodemailer, or of Node's connect; `command` is `API` if the server was not involved. */
export type SmtpError = NodeJS.ErrnoException & {
  command?: string;
  response?: string;
  responseCode?: number;
  /** Of Node, if nodemailer's own is less exact. */
  originalCode?: string;
  /** What the token server replied; the mail server was not asked. */
  said?: string;
  /** With ERR_TLS_CERT_ALTNAME_INVALID. */
  cert?: { subjectaltname?: string };
};

/** Wrong command order. */
const OUT_OF_ORDER = 503;

/**
 * Classifies a failed attempt. `reached`: the mail server has accepted our login. `begun`: it was ready for the
 * message and may have got some of it. Before that it cannot have accepted anything, even if the connection is lost
 * at DATA.
 */
export function classifySmtpError(
  error: SmtpError,
  { reached, begun, recipient }: { reached: boolean; begun: boolean; recipient: string },
): Delivery {
  const { code, command, responseCode = 0 } = error;
  const reply = cleanReply(error.response ?? explainSmtpError(error), recipient);
  const isAnswered = responseCode >= 400;
  if (isAnswered && (command === 'RCPT TO' || command === 'DATA'))
    return { outcome: responseCode < 500 || responseCode === OUT_OF_ORDER ? 'retry' : 'failed', reply };
  if (begun) return { outcome: 'unknown', reply };
  const refusedBeforeSending =
    (code === 'EENVELOPE' && command === 'API') || (code === 'EMESSAGE' && command === 'MAIL FROM');
  if (refusedBeforeSending) return { outcome: 'failed', reply };
  if (isAnswered && command === 'MAIL FROM') return { outcome: 'retry', reply, at: 'sender' };
  if (reached) return { outcome: 'retry', reply };
  return { outcome: 'retry', reply, at: code === 'EAUTH' ? 'login' : 'connection' };
}

/** By error code, or by the failed system call. */
const SAYINGS: Record<string, string> = {
  getaddrinfo: 'the name of the mail server cannot be resolved',
  ECONNREFUSED: 'the mail server refuses the connection',
  ETIMEDOUT: 'the mail server does not answer in time',
  ECONNECTION: 'the mail server closed the connection',
  EAUTH: 'the mail server refuses user or password',
  ETLS: 'no encrypted connection to the mail server',
  ESOCKET: 'the connection to the mail server failed',
  connect: 'the connection to the mail server failed',
};

const OF_CONNECTION = /^(?:E(?:CONN|TIMEDOUT|SOCKET|DNS|NOTFOUND|AI_AGAIN|HOST|NET))/;

/** Of the code of Node. */
export const OF_CERTIFICATE = /CERT|UNABLE_TO_/;

/** If a password is set, and the mail server asks for none. */
export const NO_LOGIN = 'ENOAUTH';

export type SmtpFault =
  | 'no-answer'
  | 'no-tls'
  | 'other-name'
  | 'certificate'
  | 'no-login'
  | 'wants-login'
  | 'not-taken'
  | 'sender'
  | 'refused';

/** Where a login is asked for that has not been said: nodemailer lacks a password, or the server lets nobody in without. */
const SIGNED_OUT = ['API', 'MAIL FROM', 'RCPT TO'];

/** What is wrong with a mail server that was tried. `host`: its name. */
export function faultOf(error: SmtpError, host: string): SmtpFault {
  const { code = '', originalCode = '', message, command = '', response }: SmtpError = firstOf(error);
  const means = response === undefined ? 'other' : meaningOf(response, host);
  if (code === NO_LOGIN) return 'no-login';
  if (means === 'login' || (code === 'EAUTH' && response?.startsWith('4') !== true))
    return SIGNED_OUT.includes(command) ? 'wants-login' : 'not-taken';
  if (means === 'sender' || command === 'MAIL FROM') return 'sender';
  if (originalCode === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'other-name';
  if (OF_CERTIFICATE.test(originalCode)) return 'certificate';
  if (code === 'ETLS' || /^(?:EPROTO|ERR_SSL)/.test(originalCode) || /\b(?:SSL|TLS)\b/.test(message))
    return 'no-tls';
  return OF_CONNECTION.test(code) && response === undefined ? 'no-answer' : 'refused';
}

/** The server's own reply, and no word of this program or a library. */
export function saidBy({ response, said }: SmtpError): string | undefined {
  const reply = response ?? said;
  return reply && cleanReply(reply);
}

/** If all addresses of a name fail, the error has no message of its own. */
function firstOf(error: SmtpError): SmtpError {
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** Explains an error to the operator, with the server's reply; no address, no password. */
export function explainSmtpError(error: SmtpError): string {
  const { code, syscall, cause, message, response, command } = firstOf(error);
  if (code === 'EAUTH' && command === 'API') return 'the mail server asks for a password, and none is set';
  const saying = SAYINGS[code ?? ''] ?? SAYINGS[syscall ?? ''];
  const detail = cleanReply(response ?? (cause instanceof Error ? cause.message : message));
  return saying === undefined ? detail : cleanReply(`${saying} (${detail})`);
}
