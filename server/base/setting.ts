import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { OWN_ENDPOINT } from '#contract/site.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { Failed } from './failed.ts';
import { hostUrls } from './host-urls.ts';

/** Parses a setting. @throws Failed, whose message completes the sentence "NAME must be …" */
export type SettingKind<Value> = (text: string) => Value;

function mustBe(wanted: string): never {
  throw new Failed(wanted);
}

export function optional<Value>(kind: SettingKind<Value>): SettingKind<Value | null> {
  return (text) => (text === '' ? null : kind(text));
}

export function oneOf<Words extends readonly string[]>(words: Words): SettingKind<Words[number]> {
  return (text) => words.find((word) => word === text) ?? mustBe(words.join(' or '));
}

export function matching(pattern: RegExp, wanted: string): SettingKind<string> {
  return (text) => (pattern.test(text) ? text : mustBe(wanted));
}

export function integer(least: number, most: number): SettingKind<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    return value >= least && value <= most ? value : mustBe(`a whole number from ${least} to ${most}`);
  };
}

export const port = integer(0, 65_535);

export function onOff(text: string): boolean {
  return oneOf(['on', 'off'])(text) === 'on';
}

/**
 * The URL of a database, including its password; it may name several hosts. As libpq has it: `@/` with the host among the
 * parameters, and the authorities that this machine knows. As pg has it, `require` checks the certificate: said as
 * such, pg does not advise otherwise.
 */
export function databaseUrl(text: string): string {
  const url = text
    .replace(/^(\w+:\/\/[^@/?#]*@)(?=\/.*[?&]host=)/, '$1localhost')
    .replace(/(?<=[?&])sslrootcert=system(?=&|$)/, 'sslmode=verify-full')
    .replace(
      /(?<=[?&])sslmode=(?:require|verify-ca)(?=&|$)/,
      text.includes('uselibpqcompat') ? '$&' : 'sslmode=verify-full',
    );
  for (const one of hostUrls(url)) serverUrl('postgres:', 'postgresql:')(one);
  return url;
}

/** The URL of a mail server or a database, including its password. */
export function serverUrl(...protocols: string[]): SettingKind<string> {
  const beginnings = protocols.map((protocol) => `${protocol}//`);
  return (text) => {
    if (!beginnings.some((beginning) => text.toLowerCase().startsWith(beginning)))
      mustBe(`an address that begins with ${beginnings.join(' or ')}`);
    const url = URL.parse(text);
    // A bare / in a password ends the host name, and the rest becomes the path.
    if (url === null || (url.username === '' && `${url.pathname}${url.search}${url.hash}`.includes('@')))
      return mustBe('an address whose user and password have special characters like %2F for / or %23 for #');
    const named =
      url.hostname !== '' || (url.protocol.startsWith('postgres') && url.searchParams.get('host'));
    return named ? text : mustBe(`an address with a server in it, e.g. ${beginnings.at(-1)}server.example`);
  };
}

export function folder(from: string): SettingKind<string> {
  return (text) =>
    text.startsWith('~') ? mustBe('a path without ~, which only a shell understands') : resolve(from, text);
}

/** A bucket with a folder in it, or a folder of this machine: relative ones would depend on who runs a command. */
export function copyTarget(text: string): string {
  const isOne =
    /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[\w.-]{1,100}){0,5}\/?$/.test(text) || isAbsolute(text);
  return isOne ? text.replace(/(?<=.)\/+$/, '') : mustBe('s3://bucket/folder, or the full path of a folder');
}

/** The public half of a recovery key. What is given is not repeated: it may be the private half. */
export function recoveryKey(text: string): string {
  if (/^AGE-SECRET-KEY-/i.test(text.trim()))
    mustBe(
      'the public half of the recovery key, age1…. That is the private half: keep it where no server is',
    );
  const isWhole = /^age1[ac-hj-np-z02-9]{58}$/.test(text) && isBech32(text);
  return isWhole ? text : mustBe('a public key as "copies key" printed it, letter for letter');
}

/** Whether its checksum is right: https://github.com/bitcoin/bips/blob/master/bip-0173.mediawiki */
function isBech32(text: string): boolean {
  const [, name = '', data = ''] = /^(.+)1(.+)$/.exec(text) ?? [];
  const codes = Array.from(name, (char) => char.charCodeAt(0));
  const values = Array.from(data, (char) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(char));
  let sum = 1;
  for (const value of [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values]) {
    const top = sum >> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [n, one] of [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].entries())
      if ((top >> n) & 1) sum ^= one;
  }
  return sum === 1;
}

/** As in RFC 8301. An invalid value is not repeated: it may be the key itself. */
export function signingKey(from: string): SettingKind<KeyObject> {
  return (text) => {
    const key = readKey(resolve(from, text));
    const { modulusLength = 0 } = key?.asymmetricKeyDetails ?? {};
    if (key?.asymmetricKeyType === 'rsa' && modulusLength >= 1024) return key;
    return mustBe('the path of a file with an RSA key of at least 1024 bits, in PEM and without a password');
  };
}

function readKey(file: string): KeyObject | null {
  try {
    return createPrivateKey(readFileSync(file));
  } catch {
    return null;
  }
}

export function mailbox(text: string): string {
  const [, inside = text] = /^[^<>\r\n]*<([^<>]+)>$/.exec(text) ?? [];
  // `no-reply@localhost` is the default without a public address; then no mail leaves this machine.
  const isSender = parseAddress(inside).ok || /^no-reply@[\w.[\]:-]*$/.test(inside);
  return isSender ? text : mustBe('an address, or Name <address>');
}

/** From the IANA time zone database. */
export function zone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return mustBe('a time zone, e.g. Europe/Lisbon');
  }
}

export function address(text: string): string {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.address : mustBe('an email address');
}

/** A secret made by a provider or by the owner; it must not be guessable. */
export function secret(text: string): string {
  return /^[\x21-\x7e]{16,200}$/.test(text) ? text : mustBe('16 to 200 characters without spaces');
}

/** 32 random characters hold more than the 128 bits a signature needs. */
export function keys(text: string): string[] {
  const found = text.split(',').map((key) => key.trim());
  if (found.every((key) => key.length >= 32)) return found;
  return mustBe('one or more keys of at least 32 random characters, separated by commas, newest first');
}

export function host(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text;
  return mustBe('a host name or an IP address without a port, e.g. 0.0.0.0');
}

export function origin(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  return mustBe('an http or https address without a path, e.g. https://example.com');
}

export function formService(text: string, wanted = 'the https address of a form service'): string {
  const url = URL.parse(text);
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (safe && url.username === '' && url.password === '' && url.hash === '') return url.href;
  return mustBe(wanted);
}

export function endpoint(text: string): string {
  return text === OWN_ENDPOINT
    ? text
    : formService(text, `${OWN_ENDPOINT} or the https address of a form service`);
}

/** A part of a URL that was typed: a password may contain a bare `%`. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
