import type { CertificateOf } from './ses.ts';

/** Milliseconds; SNS times out after 15 seconds. */
const PATIENCE = 5_000;
const LONGEST_CERTIFICATE = 16 * 1024;
const MOST_CERTIFICATES = 10;

/** Fetches an Amazon URL (see `isAmazonSns`) without redirects. @throws Error if it does not answer. */
export async function askAmazon(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw new Error(`Amazon SNS answers ${response.status}`);
  let text = '';
  for await (const part of response.body ?? []) {
    text += Buffer.from(part).toString('latin1');
    if (text.length > LONGEST_CERTIFICATE) throw new Error('Amazon SNS answers too much');
  }
  return text;
}

/** Caches certificates; a failed fetch is retried with the next post. */
export function createCertificates(ask: CertificateOf = askAmazon): CertificateOf {
  const kept = new Map<string, Promise<string>>();
  return (url) => {
    const known = kept.get(url);
    if (known !== undefined) return known;
    const [oldest] = kept.keys();
    if (kept.size >= MOST_CERTIFICATES && oldest !== undefined) kept.delete(oldest);
    const asked = ask(url);
    kept.set(url, asked);
    asked.catch(() => kept.delete(url));
    return asked;
  };
}
