import { hostOf, hostUrls } from '#server/base/host-urls.ts';
import { ALL_CONNECTIONS } from './postgres-connections.ts';
import { messageOf, RefusedError } from './refusal.ts';

/**
 * What to do, by the code and the words of an error: of PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), of poolers, providers and TLS. The first that fits.
 */
const REMEDIES: readonly [RegExp, string][] = [
  [
    /^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_/,
    'Its certificate is of the provider’s own authority. Save the certificate of that authority, which the provider offers, and end the address with ?sslmode=verify-full&sslrootcert=/whole/path/of/it.',
  ],
  [/^(?:ENOENT|EACCES) .*, open '/, 'A file named in the address, such as sslrootcert, cannot be read.'],
  [
    /^ERR_TLS_CERT_ALTNAME/,
    'Its certificate is for another name. Use the host name that the provider gives.',
  ],
  [
    /no encryption|SSL off|insecure|SSL[\w ]* required/i,
    'It takes encrypted connections only. End the address with ?sslmode=verify-full.',
  ],
  [
    /does not support SSL/,
    'It does not encrypt. Only in a network of your own: take sslmode out of the address.',
  ],
  [
    /^42501 .*schema/,
    'Its user may not create tables there. As the owner of the database: GRANT CREATE ON SCHEMA public TO the user.',
  ],
  [/^25006/, 'It is read-only. Let the address lead to the database that writes.'],
  [
    /^53300|no more connections|max client conn/i,
    `It has no connection left. Each server needs ${ALL_CONNECTIONS}: allow more there, or end others.`,
  ],
  [
    /startup parameter/i,
    'A pooler is in between, which takes no options=. Take them out of the address, or let DATABASE_DIRECT_URL lead past it.',
  ],
  [/^28/, 'Check user and password in the address.'],
];

/** Their words would only advise to look away. */
const UNQUOTED = REMEDIES[0]![0];

/** Explains a PostgreSQL error to the operator, without passwords. */
export function postgresTrouble(error: unknown, url: string): string {
  if (error instanceof RefusedError) return error.message;
  const said = messageOf(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REMEDIES.find(([sign]) => sign.test(`${code} ${said}`));
  const urls = hostUrls(url).map((one) => new URL(one));
  const where = `${urls[0]?.pathname.slice(1)} on ${urls.map(hostOf).join(' or ')}`;
  const quoted = UNQUOTED.test(code) ? '' : ` (${said})`;
  return `The database ${where} cannot be used${quoted}. ${known?.[1] ?? 'Check DATABASE_URL and that PostgreSQL runs.'}`;
}
