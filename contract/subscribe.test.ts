import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS_CORPUS } from '#test/corpora/addresses.ts';
import { parseAddress, parseSubscribe, type Subscribe } from '#contract/subscribe.ts';

/** The email pattern as printed in the HTML standard. */
const WHATWG =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const NO_SOURCE: Subscribe['source'] = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
  referrer: null,
  path: null,
};

/** Strings that resemble addresses more often than random ones. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc
    .array(fc.constantFrom(...'ab.-@@＠<>,; \n\t\u200b\u00a0ü1０%:/?#'), { maxLength: 40 })
    .map((units) => units.join('')),
  fc.emailAddress(),
  fc.constantFrom(...ADDRESS_CORPUS.map(([raw]) => raw)),
);

function sourceOf(fields: Record<string, unknown>): Subscribe['source'] {
  const parsed = parseSubscribe({ email: 'a@b.co', ...fields });
  assert.ok(parsed.ok);
  return parsed.value.source;
}

test('the corpus holds at least 120 addresses, each once', () => {
  const addresses = new Set(ADDRESS_CORPUS.map(([raw]) => raw));
  assert.equal(addresses.size, ADDRESS_CORPUS.length);
  assert.ok(addresses.size >= 120);
});

for (const [raw, verdict] of ADDRESS_CORPUS) {
  const name = JSON.stringify(raw.length > 80 ? `${raw.slice(0, 60)}… (${raw.length})` : raw);
  test(`${name} is ${'as' in verdict ? `taken as ${verdict.as}` : verdict.code}`, () => {
    const expected =
      'as' in verdict
        ? { ok: true, address: verdict.as, key: verdict.as.toLowerCase() }
        : { ok: false, ...verdict };
    assert.deepEqual(parseAddress(raw), expected);
  });
}

test('an accepted address is taken as it is when parsed again', () => {
  const check = fc.property(anyText, (raw) => {
    const parsed = parseAddress(raw);
    if (parsed.ok) assert.deepEqual(parseAddress(parsed.address), parsed);
  });
  fc.assert(check, { numRuns: 5_000 });
});

test('an accepted address is one that browsers accept, with a dot in its domain', () => {
  const check = fc.property(anyText, (raw) => {
    const parsed = parseAddress(raw);
    if (!parsed.ok) return;
    assert.match(parsed.address, WHATWG);
    assert.match(parsed.address, /@.+\../);
    assert.ok(parsed.address.length <= 254);
  });
  fc.assert(check, { numRuns: 5_000 });
});

test('an address that browsers accept with a dot in its domain, unless that is an IP address, is accepted unchanged', () => {
  const check = fc.property(fc.stringMatching(WHATWG), (address) => {
    const [local = '', domain = ''] = address.split('@');
    const isNumber = /\.(\d+|0x[\da-f]*)$/i.test(domain);
    fc.pre(domain.includes('.') && !isNumber && local.length <= 64 && address.length <= 254);
    assert.deepEqual(parseAddress(address), { ok: true, address, key: address.toLowerCase() });
  });
  fc.assert(check);
});

test('addresses that differ in case only are the same person', () => {
  const [upper, lower] = [parseAddress('Anna@Example.COM'), parseAddress('anna@example.com')];
  assert.ok(upper.ok && lower.ok);
  assert.equal(upper.key, lower.key);
  assert.equal(upper.address, 'Anna@Example.COM');
});

test('10 kB of anything is judged in less than 5 ms', () => {
  const units = [
    'a',
    ' ',
    '@',
    '.',
    'a@',
    'a.',
    '<',
    '>',
    ',',
    'a-',
    'ü.',
    'mailto:',
    '\u200b',
    'a \u00a0',
    '\n',
    'é',
  ];
  for (const unit of units) {
    for (const length of [500, 512, 10_000]) {
      for (const raw of [unit, `a@${unit}`, `a${unit}b`].map((text) =>
        text.repeat(length).slice(0, length),
      )) {
        // The best of several runs: the first one compiles, any may be delayed by other work of the machine.
        const times = Array.from({ length: 5 }, () => {
          const start = performance.now();
          parseAddress(raw);
          return performance.now() - start;
        });
        assert.ok(Math.min(...times) < 5, `${JSON.stringify(unit)} × ${length}: ${Math.min(...times)} ms`);
      }
    }
  }
});

test('a subscription is read with its language, consent and source', () => {
  const parsed = parseSubscribe({
    email: ' Anna@example.com ',
    language: 'pt',
    consent: 'a1b2c3d4',
    path: '/services?utm_source=ig&utm_medium=social&utm_campaign=launch&utm_term=t&utm_content=c&x=1#top',
    referrer: 'https://www.instagram.com/p/abc?igsh=secret#x',
  });
  assert.deepEqual(parsed, {
    ok: true,
    value: {
      address: 'Anna@example.com',
      key: 'anna@example.com',
      language: 'pt',
      consent: 'a1b2c3d4',
      source: {
        utmSource: 'ig',
        utmMedium: 'social',
        utmCampaign: 'launch',
        utmTerm: 't',
        utmContent: 'c',
        referrer: 'https://www.instagram.com/p/abc',
        path: '/services',
      },
    },
  });
});

test('an address alone is enough', () => {
  const value = { address: 'a@b.co', key: 'a@b.co', language: 'en', consent: null, source: NO_SOURCE };
  assert.deepEqual(parseSubscribe({ email: 'a@b.co' }), { ok: true, value });
});

test('no other field makes a subscription fail', () => {
  const check = fc.property(
    fc.anything(),
    fc.anything(),
    fc.anything(),
    fc.anything(),
    (...[language, consent, path, referrer]) => {
      const parsed = parseSubscribe({ email: 'a@b.co', language, consent, path, referrer });
      assert.equal(parsed.ok, true);
    },
  );
  fc.assert(check, { numRuns: 1_000 });
});

test('anything can be given and only an object with an address is accepted', () => {
  const check = fc.property(fc.anything({ withNullPrototype: true }), (body) => {
    assert.equal(parseSubscribe(body).ok, false);
  });
  fc.assert(check, { numRuns: 1_000 });
});

const REFUSED_BODIES: [unknown, string][] = [
  [undefined, 'required'],
  [null, 'required'],
  ['a@b.co', 'required'],
  [['a@b.co'], 'required'],
  [{}, 'required'],
  [{ email: null }, 'required'],
  [{ email: '' }, 'required'],
  [{ email: 1 }, 'invalid'],
  [{ email: ['a@b.co'] }, 'invalid'],
  [{ email: { toString: 'a@b.co' } }, 'invalid'],
  [{ email: 'a@b' }, 'invalid'],
];

for (const [body, code] of REFUSED_BODIES) {
  test(`${JSON.stringify(body)} is refused: the address is ${code}`, () => {
    assert.deepEqual(parseSubscribe(body), { ok: false, problems: [{ field: 'email', code }] });
  });
}

test('an unknown language counts as English and a strange consent as none', () => {
  const parsed = parseSubscribe({ email: 'a@b.co', language: 'fr', consent: 'V1; DROP' });
  assert.ok(parsed.ok);
  assert.deepEqual([parsed.value.language, parsed.value.consent], ['en', null]);
});

test('texts of the source are cut to 200 characters and hold no control characters', () => {
  const source = sourceOf({
    path: `/${'p'.repeat(300)}?utm_source=a%00b%0Ac&utm_medium=${'m'.repeat(300)}&utm_term=%20%20`,
    referrer: `https://example.com/${'r'.repeat(300)}`,
  });
  assert.equal(source.path?.length, 200);
  assert.equal(source.utmSource, 'abc');
  assert.equal(source.utmMedium?.length, 200);
  assert.equal(source.utmTerm, null);
  assert.equal(source.referrer?.length, 200);
});

test('texts of the source hold no marks that turn the direction of what follows', () => {
  const marks = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
  const source = sourceOf({
    path: `/gpj${marks}.exe?utm_source=a${marks}b&utm_campaign=${encodeURIComponent(marks)}`,
    referrer: `https://example.com/a${marks}b`,
  });
  assert.deepEqual([source.path, source.utmSource, source.utmCampaign], ['/gpj.exe', 'ab', null]);
  assert.doesNotMatch(source.referrer ?? '', /[\u202a-\u202e\u2066-\u2069]/);
});

test('a half character at the cut is replaced, so that every store can hold the text', () => {
  const source = sourceOf({ path: `/${'p'.repeat(198)}😀` });
  assert.ok(source.path?.isWellFormed());
});

test('only a path or a web address is a source', () => {
  for (const path of ['services', 'https://example.com/', '', '?utm_source=x', 7, null]) {
    assert.deepEqual(sourceOf({ path }), NO_SOURCE);
  }
  for (const referrer of [
    '',
    'example.com',
    'javascript:alert(1)',
    'android-app://com.google',
    'data:,x',
    7,
  ]) {
    assert.equal(sourceOf({ referrer }).referrer, null);
  }
});
