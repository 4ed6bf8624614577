import { decodePart } from '#server/base/setting.ts';
import type { SmtpAccount } from '#contract/owner/server-settings.ts';

const SERVER = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])$/i;
const PORTS: Record<string, number> = { 'smtps:': 465, 'smtp:': 587, 'imaps:': 993, 'imap:': 143 };

/** The parts of a valid SMTP_URL or RETURNS_IMAP_URL, without the password. */
export function accountParts(url: string): SmtpAccount & { hasPassword: boolean } {
  const { protocol, hostname, port, username, password } = new URL(url);
  return {
    server: hostname,
    port: Number(port) || (PORTS[protocol] ?? 0),
    secure: protocol.endsWith('s:'),
    user: decodePart(username),
    hasPassword: password !== '',
  };
}

/**
 * The URL of these parts; null if one cannot be in it. What the former one has besides stays: a password
 * that is not given, and its options. Unless server, port or encryption are others: nothing there may learn the password.
 */
export function accountUrlOf(
  protocol: 'smtp' | 'imap',
  { server, port, secure, user, password }: SmtpAccount & { password?: string | undefined },
  former: string | null,
): string | null {
  if (!SERVER.test(server) || !`${user} ${password}`.isWellFormed()) return null;
  const before = former === null ? null : new URL(former);
  const was = former === null ? null : accountParts(former);
  const isSame =
    was?.server.toLowerCase() === server.toLowerCase() && was.port === port && was.secure === secure;
  const same = isSame ? before : null;
  const secret = password === undefined ? (same?.password ?? '') : encodeURIComponent(password);
  const login = user === '' ? '' : `${encodeURIComponent(user)}${secret === '' ? '' : `:${secret}`}@`;
  const folder = same === null || same.pathname === '/' ? '' : same.pathname;
  return `${protocol}${secure ? 's' : ''}://${login}${server}:${port}${folder}${same?.search ?? ''}`;
}
