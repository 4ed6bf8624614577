import type { Random } from './random.ts';
import { anyText, bytesOf, JSON_LINE, type FuzzRequest } from './request.ts';
import { makeWellFramed } from './well-framed.ts';

type Maker = (random: Random, index: number) => Buffer;

const BODY = '{"email":"a@b"}';
const GARBAGE = [
  'GET /soon\r\n',
  'GET /soon HTTP/9.9\r\n\r\n',
  'GET /soon HTTP/1.1x\r\nHost: x\r\n\r\n',
  'GET  /soon  HTTP/1.1\r\nHost: x\r\n\r\n',
  'get /soon HTTP/1.1\r\nHost: x\r\n\r\n',
  ' GET /soon HTTP/1.1\r\nHost: x\r\n\r\n',
  '\r\n\r\n\r\nGET /soon HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /soon HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\u0081\u0005hello',
  'GET /soon HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'SSH-2.0-OpenSSH_9.9\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  '\n',
  '\u0000',
] as const;
/** Ambiguous lengths for a body of 15 bytes. */
const LENGTHS = [
  '0',
  '5',
  '14',
  '16',
  '15000',
  '-1',
  '+15',
  '1e1',
  '0x0f',
  '15, 15',
  '15\r\nContent-Length: 16',
  '15\r\nContent-Length: 15',
  '',
  ' ',
  '15 15',
  '99999999999999999999999999',
  '18446744073709551631',
] as const;
const CODINGS = [
  'chunked\r\nContent-Length: 15',
  'Chunked\r\nContent-Length: 0',
  'chunked, chunked',
  'chunked, identity',
  'gzip, chunked',
  'identity',
  'xchunked',
  '\u000bchunked',
  'chunked\r\nTransfer-Encoding: identity',
  'chunked\r\n ,x',
  '',
] as const;
const CHUNKS = [
  'zz\r\nabc\r\n0\r\n\r\n',
  '-1\r\n\r\n',
  'ffffffffffffffff1\r\nabc',
  '3\r\nabcd\r\n0\r\n\r\n',
  '3\nabc\n0\n\n',
  '3\rabc\r0\r\r',
  '0x3\r\nabc\r\n0\r\n\r\n',
  ' 3 \r\nabc\r\n0\r\n\r\n',
  `3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`,
  '3;a="\r\n"\r\nabc\r\n0\r\n\r\n',
  '0\r\nHost: evil.example\r\nContent-Length: 5\r\n\r\n',
  '0\r\n: x\r\n\r\n',
  '\r\n',
  '0\r\n\r\nPOST /api/subscribe HTTP/1.1\r\nHost: x\r\n\r\n',
] as const;
const HEADER_LINES = [
  'NoColon',
  ': no name',
  'Space : x',
  'Sp ace: x',
  'X: a\u0000b',
  'X: a\rb',
  'X\u0000: a',
  'X: a\r\n folded',
  '\u00e9: x',
  `X: ${'a'.repeat(20_000)}`,
  Array.from({ length: 2_500 }, (_, i) => `X${i}: 1`).join('\r\n'),
  'Content-Length: 0\r\nContent-Length: 1',
] as const;

const MAKERS: Record<string, Maker> = {
  'random bytes': (random) => random.bytes(1, 2_000),
  'random lines': (random) => Buffer.from(random.many(1, 20, () => `${anyText(random, 60)}\r\n`).join('')),
  'no HTTP': (random) => Buffer.from(random.pick(GARBAGE), 'latin1'),
  'half a request': (random, index) => {
    const { bytes } = makeWellFramed(random, index);
    return bytes.subarray(0, 1 + random.below(bytes.length - 1));
  },
  'a changed request': (random, index) => change(random, makeWellFramed(random, index).bytes),
  'a false length': (random) => post([JSON_LINE, `Content-Length: ${random.pick(LENGTHS)}`], BODY),
  'false codings': (random) => {
    const body = random.pick([BODY, `f\r\n${BODY}\r\n0\r\n\r\n`]);
    return post([JSON_LINE, `Transfer-Encoding: ${random.pick(CODINGS)}`], body);
  },
  'broken chunks': (random) => {
    const chunks = random.pick(CHUNKS) + random.pick(['', random.bytes(0, 100).toString('latin1')]);
    return post([JSON_LINE, 'Transfer-Encoding: chunked'], Buffer.from(chunks, 'latin1'));
  },
  'broken headers': (random) => {
    const line = random.pick(HEADER_LINES);
    return bytesOf({ method: random.pick(['GET', 'POST']), path: '/soon', headers: [line] });
  },
  'bare line ends': (random) => {
    const text = bytesOf({ headers: [JSON_LINE], body: BODY }).toString('latin1');
    return Buffer.from(text.replaceAll('\r\n', random.pick(['\n', '\r', '\n\r', '\r\r\n'])), 'latin1');
  },
  'broken paths': (random) => {
    const part = random.pick(['\u0000', ' ', '\u00e3', '\u007f', '\t', 'a'.repeat(20_000), '#x', '\\']);
    return bytesOf({ method: 'GET', path: random.pick([`/${part}`, `/soon?${part}`, `/api/${part}`, part]) });
  },
  'too large': (random) => {
    const size = 17_000 + random.below(100_000);
    if (random.below(2) === 0) return bytesOf({ headers: [JSON_LINE], body: Buffer.alloc(size, '[') });
    const chunk = `1000\r\n${'"'.repeat(4096)}\r\n`.repeat(1 + size / 4096);
    return post([JSON_LINE, 'Transfer-Encoding: chunked'], `${chunk}0\r\n\r\n`);
  },
  'an expectation': (random) => {
    const expected = random.pick(['100-continue', '100-Continue, x', '200-ok', '']);
    return bytesOf({ headers: [JSON_LINE, `Expect: ${expected}`], body: random.pick([BODY, '{']) });
  },
  'a second request inside': () => {
    const inner = bytesOf({ headers: [JSON_LINE], body: '{"email":"a@b"}' });
    return Buffer.concat([bytesOf({ headers: [JSON_LINE], body: inner }), inner, inner]);
  },
};

const KINDS = Object.keys(MAKERS);

/** Bytes that are not clearly one request: they get no answer, one, or several. The last of a connection. */
export function makeBroken(random: Random, index: number): Omit<FuzzRequest, 'head'> {
  const kind = KINDS[random.below(KINDS.length)] ?? '';
  return { kind, bytes: MAKERS[kind]?.(random, index) ?? Buffer.alloc(0), expected: 'answered' };
}

function post(headers: string[], body: string | Buffer): Buffer {
  return bytesOf({ headers, body, length: false });
}

/** Flips, deletes, duplicates or inserts some bytes. */
function change(random: Random, bytes: Buffer): Buffer {
  let changed = bytes;
  for (let times = 1 + random.below(10); times > 0; times--) {
    const at = random.below(changed.length);
    const kept = changed.subarray(at + random.below(3));
    const put = random.pick([random.bytes(0, 4), changed.subarray(at, at + random.below(50))]);
    changed = Buffer.concat([changed.subarray(0, at), put, kept]);
  }
  return changed;
}
