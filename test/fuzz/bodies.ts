import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Random } from './random.ts';
import {
  anyFormText,
  anyJson,
  anyText,
  FORM_LINE,
  JSON_LINE,
  WRITES,
  type Made,
  type Maker,
} from './request.ts';

const BAD_UTF8 = ['ff', 'c080', 'eda080', 'f8888080', 'e282', '80', 'f4908080'] as const;
const PACKED = (['gzip', 'br', 'deflate'] as const).map((name, i) => {
  const pack = [gzipSync, brotliCompressSync, deflateSync][i] ?? gzipSync;
  // The second one decompresses to a megabyte.
  return [name, pack('{"email":"a@b.co"}'), pack(Buffer.alloc(1024 * 1024, ' '))] as const;
});
const TYPES = [
  '',
  '/',
  '*/*',
  'text/plain',
  'text/json',
  'application/json-patch+json',
  'application/jsonx',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/octet-stream',
  '; charset=utf-8',
  'application/x-www-form-urlencodedx',
] as const;
function json(random: Random, body: string | Buffer, expected: Made['expected'] = 'refused'): Made {
  return { path: random.pick(WRITES), headers: [JSON_LINE], body, expected };
}

/** Bodies with a correct length: malformed, of the wrong type, or with strange content. */
export const BODIES: Record<string, Maker> = {
  // These two are valid, so that a server that refuses everything fails.
  'a good one': (_random, index) => ({
    headers: [JSON_LINE],
    body: JSON.stringify({ email: `fuzz${index}@example.com`, language: 'pt' }),
    expected: 'accepted',
  }),
  'a good message': (_random, index) => ({
    path: '/api/contact',
    headers: [JSON_LINE],
    body: JSON.stringify({
      name: 'Anna',
      company: 'Café',
      email: 'anna@example.com',
      phone: '912345678',
      message: `Good morning ${index}`,
      key: `message-${index}`,
    }),
    expected: 'accepted',
  }),
  'broken JSON': (random) => {
    const text = JSON.stringify({ email: 'a@b.co', more: anyJson(random) });
    const at = random.below(text.length);
    const broken =
      text.slice(0, at) + random.pick(['', '"', '}', ',', '\u0000', '\\', "'"]) + text.slice(at + 1);
    return json(random, broken, isJson(broken) ? 'answered' : 'refused');
  },
  'deep JSON': (random) => {
    const depth = 9 + random.below(2_500);
    const [open, close] = random.pick([['[', ']'] as const, ['{"a":', '}'] as const]);
    return json(random, `{"email":"a@b.co","x":${open.repeat(depth)}1${close.repeat(depth)}}`, 'answered');
  },
  'a name twice': (random) => {
    const name = random.pick(['email', 'name', '', 'x'.repeat(50), 'a\\"b']);
    const again = name === 'email' && random.below(2) === 0 ? '\\u0065mail' : name;
    return json(random, `{"email2":"a@b.co","${name}":1,"y":[{"z":"}\\""}],"${again}":"a@b.co"}`, 'answered');
  },
  __proto__: (random) => {
    const name = random.pick(['__proto__', '\\u005f_proto__', '__proto_\\u005F']);
    return json(
      random,
      `{"email":"a@b.co","x":[{"${name}":${JSON.stringify(anyJson(random))}}]}`,
      'answered',
    );
  },
  'wrong types': (random) => {
    const email = random.pick<unknown>([null, 7, true, [], {}, ['a@b.co'], { toString: 'a@b.co' }]);
    return json(random, JSON.stringify({ ...(anyJson(random) as object), email }));
  },
  'anything in JSON': (random) => json(random, JSON.stringify(anyJson(random)), 'answered'),
  'strange texts': (random) => {
    const names = ['email', 'name', 'company', 'phone', 'website', 'message', 'key', 'language', 'path'];
    const fields = names.map((name) => [
      name,
      random.below(3) === 0 ? anyJson(random) : anyText(random, 200),
    ]);
    return json(random, JSON.stringify(Object.fromEntries(fields)), 'answered');
  },
  'half characters': (random) =>
    json(random, `{"email":"a\\ud800@b.co","message":"\\udfff${anyText(random, 0)}"}`),
  'bad UTF-8': (random) => {
    const text = Buffer.from('{"email":"a');
    const body = Buffer.concat([text, Buffer.from(random.pick(BAD_UTF8), 'hex'), Buffer.from('@b.co"}')]);
    return { ...json(random, body), headers: [random.pick([JSON_LINE, FORM_LINE])] };
  },
  'packed bodies': (random) => {
    const [name, small, bomb] = PACKED[random.below(PACKED.length)] ?? PACKED[0] ?? [];
    const body = random.below(2) === 0 ? small : bomb;
    const encoding = random.pick([
      name ?? '',
      'zstd',
      'x-gzip',
      `${name}, ${name}`,
      'nonsense',
      'Identity, gzip',
    ]);
    return { ...json(random, body ?? ''), headers: [JSON_LINE, `Content-Encoding: ${encoding}`] };
  },
  'other types': (random) => {
    const type = random.pick(TYPES) || random.bytes(1, 20).toString('hex');
    return { ...json(random, '{"email":"a@b.co"}'), headers: [`Content-Type: ${type}`] };
  },
  'types with parameters': (random) => {
    const charset = random.pick(['utf-7', 'utf-16', '"', 'x; charset=y', 'é', ';;;', '\t']);
    return { ...json(random, '{"email":"a@b"}'), headers: [`${JSON_LINE}; charset=${charset}`] };
  },
  'bodies without a type': (random) => ({ ...json(random, '{"email":"a@b.co"}'), headers: [] }),
  'tiny chunks': (random) => {
    const text = Buffer.from(`{"email":"a@b"${random.pick(['}', '', ',', '\u00e3'])}`);
    const chunks = Array.from(text, (byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]));
    const end = Buffer.from(random.pick(['0\r\n\r\n', '000\r\nX-Trailer: 1\r\n\r\n', '0;x=y\r\n\r\n']));
    const headers = [JSON_LINE, 'Transfer-Encoding: chunked'];
    return { headers, body: Buffer.concat([...chunks, end]), length: false, expected: 'refused' };
  },
  'strange forms': (random) => {
    const pairs = random.many(
      0,
      30,
      () => `${random.pick(['email', 'name', 'phone', '%', '__proto__', ''])}=${anyFormText(random)}`,
    );
    const body = pairs.join(random.pick(['&', ';', '&&']));
    return { path: random.pick(WRITES), headers: [FORM_LINE], body, expected: 'answered' };
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
