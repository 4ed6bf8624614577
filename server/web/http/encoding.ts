export type Encoding = 'br' | 'gzip' | 'identity';

/** What an Accept-Encoding header lets us send (RFC 9110, 12.5.3), the smallest first; `identity` when it allows none. */
export function negotiateEncoding(header = ''): Encoding {
  const accepted = header.toLowerCase().split(',');
  return (['br', 'gzip'] as const).find((name) => isAccepted(name, accepted)) ?? 'identity';
}

function isAccepted(encoding: Encoding, accepted: string[]): boolean {
  const named = (name: string) => accepted.find((part) => part.split(';', 1)[0]?.trim() === name);
  const part = named(encoding) ?? named('*');
  return part !== undefined && !/;\s*q=0(?:\.0*)?\s*$/.test(part);
}
