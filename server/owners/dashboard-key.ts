import type { Secrets } from '#server/store/secrets/secrets.ts';

const PURPOSE = 'dashboard document';

/**
 * What tells a document of the dashboard from any other of this host, whose scripts send the same cookies. Made from the
 * cookie of a known browser, which no script reads; given to documents that a browser opens, and with each sign-in.
 */
export function dashboardKey(secrets: Secrets, known: string): string {
  return secrets.sign(PURPOSE, known);
}

export function isDashboardKey(secrets: Secrets, known: string, key: string): boolean {
  return secrets.verify(PURPOSE, known, key);
}
