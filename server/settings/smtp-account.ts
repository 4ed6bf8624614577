import type { SmtpAccount } from '#contract/owner/server-settings.ts';

const SERVER = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])$/i;
const PORTS = { 'smtps:': 465, 'smtp:': 587 };

/** The parts of a valid SMTP_URL, without the password. */
export function accountOf(smtpUrl: string): SmtpAccount & { hasPassword: boolean } {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  return {
    server: hostname,
    port: Number(port) || PORTS[secure ? 'smtps:' : 'smtp:'],
    secure,
    user: decoded(username),
    hasPassword: password !== '',
  };
}

/**
 * The SMTP_URL of these parts; null if one cannot be in it. What the former one has besides stays: a password
 * that is not given, and its options. Unless server, port or encryption are others: nothing there may learn the password.
 */
export function smtpUrlOf(
  { server, port, secure, user, password }: SmtpAccount & { password?: string | undefined },
  former: string | null,
): string | null {
  if (!SERVER.test(server) || !`${user} ${password}`.isWellFormed()) return null;
  const before = former === null ? null : new URL(former);
  const was = former === null ? null : accountOf(former);
  const isSame =
    was?.server.toLowerCase() === server.toLowerCase() && was.port === port && was.secure === secure;
  const same = isSame ? before : null;
  const secret = password === undefined ? (same?.password ?? '') : encodeURIComponent(password);
  const login = user === '' ? '' : `${encodeURIComponent(user)}${secret === '' ? '' : `:${secret}`}@`;
  return `${secure ? 'smtps' : 'smtp'}://${login}${server}:${port}${same?.search ?? ''}`;
}

/** A bare `%` may stand in a URL that was typed. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
