import { headersOf, tagOf } from '#server/deliver/mime-head.ts';

/** What a receiver reported about our mail: `spf`, `dkim`, `dmarc` are its words, null if absent. */
export type SourceReport =
  | { is: 'no-source' | 'other-mail' }
  | {
      is: 'read';
      by: string;
      spf: string | null;
      dkim: string | null;
      dmarc: string | null;
      /** A valid signature covers both headers that show the unsubscribe button (RFC 8058). */
      unsubscribeIsSigned: boolean;
    };

type Result = { method: string; result: string; domain: string | null };

/** `from`: the address that our mails come from. */
export function readSource(source: string, from: string): SourceReport {
  const fields = headersOf(source.trimStart());
  const headers = (fields.get('authentication-results') ?? []).map(readResults);
  const [first] = headers;
  if (first === undefined) return { is: 'no-source' };
  if (!fields.get('from')?.[0]?.toLowerCase().includes(from.toLowerCase())) return { is: 'other-mail' };
  // The topmost header is from the last receiver, which may have written several. Any below may be forged.
  const results = headers.filter(({ by }) => by === first.by).flatMap((header) => header.results);
  const signers = new Set(
    results
      .filter(({ method, result }) => method === 'dkim' && result === 'pass')
      .map(({ domain }) => domain),
  );
  const said = (method: string) => {
    const words = results.filter((one) => one.method === method).map(({ result }) => result);
    return words.find((word) => word === 'pass') ?? words[0] ?? null;
  };
  return {
    is: 'read',
    by: first.by,
    spf: said('spf'),
    dkim: said('dkim'),
    dmarc: said('dmarc'),
    unsubscribeIsSigned: (fields.get('dkim-signature') ?? []).some((one) => coversUnsubscribe(one, signers)),
  };
}

/** RFC 8601: `receiver; method=result (comment) property=value; …`. */
function readResults(value: string): { by: string; results: Result[] } {
  const [by = '', ...rest] = withoutComments(value.replace(/"[^"]*"/g, '')).split(';');
  const results = rest.flatMap((text): Result[] => {
    const [, method, result] = /^\s*([\w-]+)(?:\/\d+)?\s*=\s*([\w-]+)/.exec(text) ?? [];
    if (method === undefined || result === undefined) return [];
    const [, domain = null] = /header\.(?:d=|i=[^\s@]{0,64}@)([\w.-]+)/.exec(text) ?? [];
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), domain }];
  });
  return { by: by.trim().split(/\s/)[0] ?? '', results };
}

/** Comments may be nested. An unclosed comment swallows the rest. */
function withoutComments(value: string): string {
  let rest = '';
  let depth = 0;
  for (const part of value.split(/([()])/)) {
    if (part === '(') depth += 1;
    else if (part === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += ` ${part}`;
  }
  return rest;
}

/** `signers`: domains whose signatures are valid; null: one whose domain the receiver does not name. */
function coversUnsubscribe(signature: string, signers: ReadonlySet<string | null>): boolean {
  if (!signers.has(null) && !signers.has(tagOf(signature, 'd'))) return false;
  const signed = tagOf(signature, 'h')
    .toLowerCase()
    .split(':')
    .map((name) => name.trim());
  return ['list-unsubscribe', 'list-unsubscribe-post'].every((name) => signed.includes(name));
}
