import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseAddress } from '#contract/subscribe.ts';

/** A setting that cannot be used; `wanted` finishes the sentence "NAME must be …". */
export class Refused {
  readonly wanted: string;
  constructor(wanted: string) {
    this.wanted = wanted;
  }
}

export function mustBe(wanted: string): Refused {
  return new Refused(wanted);
}

export const OWN_ENDPOINT = '/api/subscribe';

/** The address of a mail server or of a database, with a password in it. */
export function parseUrl(text: string, protocols: string[]): string | null | Refused {
  if (text === '') return null;
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  if (!beginnings.some((beginning) => text.toLowerCase().startsWith(beginning)))
    return mustBe(`an address that begins with ${beginnings.join(' or ')}`);
  const url = URL.parse(text);
  // A bare / in a password ends the name of the server, and what follows is the path.
  if (url === null || (url.username === '' && `${url.pathname}${url.search}${url.hash}`.includes('@')))
    return mustBe('an address whose user and password have special characters like %2F for / or %23 for #');
  const named = url.hostname !== '' || (url.protocol.startsWith('postgres') && url.searchParams.get('host'));
  return named ? text : mustBe(`an address with a server in it, e.g. ${beginnings.at(-1)}server.example`);
}

export function parseFolder(text: string, from: string): string | Refused {
  return text.startsWith('~')
    ? mustBe('a path without ~, which only a shell understands')
    : resolve(from, text);
}

export function parseMailbox(text: string): string | Refused {
  const [, address = text] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text) ?? [];
  // `no-reply@localhost` is what stands there without a public address; then no mail leaves this machine.
  return parseAddress(address).ok || /^no-reply@[\w.[\]:-]*$/.test(address)
    ? text
    : mustBe('an address, or Name <address>');
}

export function parseOwner(text: string): string | null | Refused {
  if (text === '') return null;
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.address : mustBe('an email address');
}

export function parseSwitch(text: string): boolean | Refused {
  return text === 'on' || text === 'off' ? text === 'on' : mustBe('on or off');
}

export function parseWhole(text: string, least: number, most: number): number | Refused {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  return value >= least && value <= most ? value : mustBe(`a whole number from ${least} to ${most}`);
}

/** A key of 32 characters from a random source holds more than the 128 bits a signature needs. */
export function parseSecrets(text: string): string[] | null | Refused {
  if (text === '') return null;
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => key.length >= 32)
    ? keys
    : mustBe('one or more keys of at least 32 random characters, separated by commas, newest first');
}

export function parseForwardUrl(text: string): string | null | Refused {
  if (text === '') return null;
  const parsed = parseEndpoint(text);
  return typeof parsed === 'string' && parsed !== OWN_ENDPOINT
    ? parsed
    : mustBe('the https address of a form service');
}

export function parsePort(text: string): number | Refused {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65535
    ? Number(text)
    : mustBe('a whole number from 0 to 65535');
}

export function parseHost(text: string): string | Refused {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  return mustBe('a host name or an IP address without a port, e.g. 0.0.0.0');
}

export function parseOrigin(text: string): string | Refused {
  const url = URL.parse(text);
  const bare = url !== null && url.href === `${url.origin}/`;
  if (bare && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin;
  return mustBe('an http or https address without a path, e.g. https://example.com');
}

export function parseEndpoint(text: string): string | Refused {
  if (text === OWN_ENDPOINT) return text;
  const url = URL.parse(text);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (safe && url.username === '' && url.password === '' && url.hash === '') return url.href;
  return mustBe(`${OWN_ENDPOINT} or the https address of a form service`);
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

export function parseId(text: string, prefix: string): string | null | Refused {
  if (text === '') return null;
  return new RegExp(`^${prefix}-[A-Z0-9]{4,20}$`).test(text) ? text : mustBe(`of the form ${prefix}-XXXXXXX`);
}
