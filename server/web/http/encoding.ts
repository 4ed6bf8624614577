/** In the order in which they are preferred. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The best encoding an Accept-Encoding header allows (RFC 9110, 12.5.3). Identity when it allows none. */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity';
  // Nearly every browser sends plain names; only those with qualities need reading in full.
  if (header.includes(';') || header.includes('*')) return bestOf(header);
  if (/(?:^|[\s,])br(?:[\s,]|$)/i.test(header)) return 'br';
  return /(?:^|[\s,])(?:x-)?gzip(?:[\s,]|$)/i.test(header) ? 'gzip' : 'identity';
}

function bestOf(header: string): Encoding {
  const qualities = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((text) => text.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    qualities.set(name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  const any = qualities.get('*');
  let best: Encoding = 'identity';
  let bestQuality = 0;
  for (const encoding of ENCODINGS) {
    // Identity needs no mention; least wanted then, not excluded.
    const quality = qualities.get(encoding) ?? any ?? (encoding === 'identity' ? 0.001 : 0);
    if (quality > bestQuality) [best, bestQuality] = [encoding, quality];
  }
  return best;
}
