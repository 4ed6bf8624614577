import { createPublicKey } from 'node:crypto';
import type { Resolver } from 'node:dns/promises';
import { domainOf } from '#server/base/config.ts';
import type { Dkim } from '#server/deliver/mime.ts';
import { tagOf } from '#server/deliver/mime-head.ts';

/** What DNS says about the sender's domain. `unasked`: DNS could not be queried. */
export type DomainReport = {
  domain: string;
  spf: { is: 'there'; lookUps: number } | { is: 'broken'; at: string } | { is: SpfTrouble };
  dkim: 'there' | 'missing' | 'revoked' | 'other-key' | 'other-domain' | 'unnamed' | 'unasked';
  dmarc: 'none' | 'quarantine' | 'reject' | 'missing' | 'unasked';
  mx: 'there' | 'missing' | 'unasked';
};
type SpfTrouble = 'missing' | 'several' | 'too-many' | 'unasked';
type Dns = Pick<Resolver, 'resolveTxt' | 'resolveMx'>;

/** RFC 7208, 4.6.4: receivers reject a record with more. */
const MOST_LOOK_UPS = 10;

export async function examineDomain(
  dns: Dns,
  { mailFrom, dkim }: { mailFrom: string; dkim: Dkim | null },
): Promise<DomainReport> {
  const domain = domainOf(mailFrom).toLowerCase();
  const [spf, key, dmarc, mx] = await Promise.all([
    examineSpf(dns, domain),
    examineDkim(dns, domain, dkim),
    examineDmarc(dns, domain),
    examineMx(dns, domain),
  ]);
  return { domain, spf, dkim: key, dmarc, mx };
}

/** Returns null if DNS could not be queried. */
async function ask<T>(answer: Promise<T[]>): Promise<T[] | null> {
  try {
    return await answer;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENODATA', 'ENOTFOUND'].includes(code) ? [] : null;
  }
}

/** Returns the TXT records that begin with this version. */
async function askTexts(dns: Dns, name: string, version: RegExp): Promise<string[] | null> {
  const texts = await ask(dns.resolveTxt(name));
  return texts?.map((parts) => parts.join('')).filter((text) => version.test(text)) ?? null;
}

async function examineSpf(dns: Dns, domain: string): Promise<DomainReport['spf']> {
  let lookUps = 0;
  /** Returns null if all is well. */
  async function walk(name: string): Promise<Exclude<DomainReport['spf'], { is: 'there' }> | null> {
    const records = await askTexts(dns, name, /^v=spf1(?: |$)/i);
    if (records === null) return { is: 'unasked' };
    if (records.length > 1) return { is: 'several' };
    const [record] = records;
    if (record === undefined) return name === domain ? { is: 'missing' } : { is: 'broken', at: name };
    for (const { asks, next } of termsOf(record)) {
      if (asks) lookUps += 1;
      if (lookUps > MOST_LOOK_UPS) return { is: 'too-many' };
      const trouble = next === null ? null : await walk(next);
      if (trouble !== null) return trouble;
    }
    return null;
  }
  return (await walk(domain)) ?? { is: 'there', lookUps };
}

/** `asks`: costs a lookup; `next`: the domain whose record counts too, null for macros. */
function termsOf(record: string): { asks: boolean; next: string | null }[] {
  const terms = record.toLowerCase().split(/ +/).slice(1);
  const hasAll = terms.some((term) => /^[+?~-]?all$/.test(term));
  return terms.map((term) => {
    const [, redirect] = /^redirect=(.+)$/.exec(term) ?? [];
    // RFC 7208, 6.1: `redirect` is ignored if there is an `all`.
    if (redirect !== undefined && hasAll) return { asks: false, next: null };
    const [, mechanism] = /^[+?~-]?(include|a|mx|ptr|exists)(?=[:/]|$)/.exec(term) ?? [];
    const [, include] = /^[+?~-]?include:(.+)$/.exec(term) ?? [];
    const name = redirect ?? include ?? null;
    return {
      asks: redirect !== undefined || mechanism !== undefined,
      next: name?.includes('%') ? null : name,
    };
  });
}

async function examineDkim(dns: Dns, from: string, dkim: Dkim | null): Promise<DomainReport['dkim']> {
  if (dkim === null) return 'unnamed';
  const { selector, domain, key } = dkim;
  const signer = domain.toLowerCase();
  if (!isWithin(from, signer) && !isWithin(signer, from)) return 'other-domain';
  const records = await askTexts(dns, `${selector}._domainkey.${signer}`, /(?:^|;)\s*p\s*=/);
  if (records === null) return 'unasked';
  const [record] = records;
  if (record === undefined) return 'missing';
  const published = tagOf(record, 'p').replace(/\s/g, '');
  if (published === '') return 'revoked';
  if (key === null) return 'there';
  const own = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return published === own ? 'there' : 'other-key';
}

function isWithin(domain: string, other: string): boolean {
  return domain === other || domain.endsWith(`.${other}`);
}

/** The DMARC record of the domain, else of its closest parent that has one. */
async function examineDmarc(dns: Dns, domain: string): Promise<DomainReport['dmarc']> {
  const labels = domain.split('.');
  for (let from = 0; from < Math.max(1, labels.length - 1); from += 1) {
    const records = await askTexts(
      dns,
      `_dmarc.${labels.slice(from).join('.')}`,
      /^v\s*=\s*DMARC1\s*(?:;|$)/i,
    );
    if (records === null) return 'unasked';
    const [record] = records;
    if (record === undefined) continue;
    const policy = ((from > 0 && tagOf(record, 'sp')) || tagOf(record, 'p')).toLowerCase();
    return policy === 'quarantine' || policy === 'reject' ? policy : 'none';
  }
  return 'missing';
}

async function examineMx(dns: Dns, domain: string): Promise<DomainReport['mx']> {
  const hosts = await ask(dns.resolveMx(domain));
  if (hosts === null) return 'unasked';
  // RFC 7505: an empty name (null MX) says that the domain takes no mail.
  return hosts.some(({ exchange }) => !['', '.'].includes(exchange)) ? 'there' : 'missing';
}
