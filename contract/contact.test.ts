import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CONTACT_FIELDS,
  CONTACT_LIMITS,
  forEachField,
  parseContact,
  type Contact,
  type ContactField,
  type ContactProblem,
  type OptionalField,
} from '#contract/contact.ts';

const FILLED = {
  name: 'Anna Souza',
  company: 'Café & Filhos, Lda.',
  email: 'Anna@example.com',
  phone: '+351 912 345 678',
  website: 'example.com',
  message: 'Good morning,\nwe open in May.',
};

const USUAL: readonly OptionalField[] = ['website'];

function valueOf(changed: Record<string, unknown>): Contact {
  const parsed = parseContact({ ...FILLED, ...changed }, USUAL);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

function problemsOf(changed: Record<string, unknown>): ContactProblem[] {
  const parsed = parseContact({ ...FILLED, ...changed }, USUAL);
  return parsed.ok ? [] : parsed.problems;
}

test('a filled form is read with its key, language and consent', () => {
  const more = { key: 'c3f7a9d0-1111-4222-8333-444455556666', language: 'pt', consent: 'a1b2c3d4', x: 1 };
  assert.deepEqual(parseContact({ ...FILLED, ...more }, USUAL), {
    ok: true,
    value: {
      ...forEachField(() => null),
      ...FILLED,
      website: 'https://example.com/',
      key: 'c3f7a9d0-1111-4222-8333-444455556666',
      language: 'pt',
      consent: 'a1b2c3d4',
    },
  });
});

test('all problems are reported at once, in the order of the form', () => {
  const required = ['name', 'company', 'email', 'phone', 'message'].map((field) => ({
    field,
    code: 'required',
  }));
  for (const body of [undefined, null, 7, 'text', [], {}, { name: 7, email: ['a@b.co'], message: {} }]) {
    assert.deepEqual(parseContact(body, USUAL), { ok: false, problems: required });
  }
  const wrong = {
    name: ' ',
    company: 'c'.repeat(201),
    email: 'a@b',
    phone: 'soon',
    website: 'none',
    message: '\n',
  };
  assert.deepEqual(problemsOf(wrong), [
    { field: 'name', code: 'required' },
    { field: 'company', code: 'too-long' },
    { field: 'email', code: 'invalid-email' },
    { field: 'phone', code: 'invalid-phone' },
    { field: 'website', code: 'invalid-website' },
    { field: 'message', code: 'required' },
  ]);
});

test('of itself only the website may be left empty', () => {
  for (const website of [undefined, null, '', '  ', '\u200b', 7]) {
    assert.equal(valueOf({ website }).website, null);
  }
  for (const field of CONTACT_FIELDS.filter((name) => name !== 'website')) {
    for (const empty of [undefined, null, '', ' \r\n\t', '\u00a0\u3000', '\u200b\u2060', '\u0000']) {
      const [problem, ...others] = problemsOf({ [field]: empty });
      assert.deepEqual([problem?.field, others], [field, []]);
      // An address may not contain any control character.
      if (field !== 'email' || empty !== '\u0000') assert.equal(problem?.code, 'required');
    }
  }
});

for (const field of ['name', 'company', 'message'] as const) {
  test(`${field} may be ${CONTACT_LIMITS[field]} characters long, blanks around it not counted`, () => {
    for (const unit of ['a', 'ã', 'a\u0303', '字', '😀']) {
      const longest = unit.repeat(CONTACT_LIMITS[field]);
      assert.equal(valueOf({ [field]: `  ${longest}\r\n ` })[field], longest.normalize('NFC'));
      assert.deepEqual(problemsOf({ [field]: `${longest}a` }), [{ field, code: 'too-long' }]);
    }
    for (const raw of [' '.repeat(1_000_000), `${' '.repeat(100_000)}a`]) {
      assert.deepEqual(problemsOf({ [field]: raw }), [{ field, code: 'too-long' }]);
    }
  });
}

const EMAILS: [raw: string, code: string | null][] = [
  ['  anna@example.com ', null],
  ['Anna <anna@example.com>', null],
  ['anna@bücher.de', null],
  ['anna', 'invalid-email'],
  ['a@b.co, c@d.co', 'invalid-email'],
  ['josé@example.com', 'invalid-email'],
  ['a@b.co\r\nBcc: c@d.co', 'invalid-email'],
  [`${'a'.repeat(65)}@example.com`, 'too-long'],
];

for (const [raw, code] of EMAILS) {
  test(`the email address ${JSON.stringify(raw)} is ${code ?? 'taken'}`, () => {
    assert.deepEqual(problemsOf({ email: raw }), code === null ? [] : [{ field: 'email', code }]);
  });
}

const PHONES: [raw: string, taken: string | null][] = [
  ['912345678', '912345678'],
  ['+351 912 345 678', '+351 912 345 678'],
  ['00 351 912-345-678', '00 351 912-345-678'],
  ['(+351) 912.345.678', '(+351) 912.345.678'],
  ['(11) 91234-5678 ramal 12', '(11) 91234-5678 ramal 12'],
  ['11 91234-5678, ext. 7', '11 91234-5678, ext. 7'],
  ['21 123 4567 extensão 3', '21 123 4567 extensão 3'],
  ['21/1234567x12', '21/1234567x12'],
  ['+44 (0)20 7946 0000 #5', '+44 (0)20 7946 0000 #5'],
  ['＋８１（３）１２３４－５６７８', '+81(3)1234-5678'],
  ['\u202a+351\u00a0912\u00a0345\u00a0678\u202c', '+351 912 345 678'],
  ['912\u2011345\u2013678', '912-345-678'],
  ['123456', '123456'],
  ['+123456789012345', '+123456789012345'],
  ['00123456789012345', '00123456789012345'],
  ['12345', null],
  ['+1234567890123456', null],
  ['+', null],
  ['ext. 123456', null],
  ['912 345 678 call me', null],
  ['912+345678', null],
  ['+351 912 345 678; DROP', null],
  ['0x1234567', null],
  ['٩١٢٣٤٥٦٧٨', null],
  ['anna@example.com', null],
];

for (const [raw, taken] of PHONES) {
  test(`the phone number ${JSON.stringify(raw)} is ${taken === null ? 'refused' : `taken as ${taken}`}`, () => {
    if (taken === null)
      assert.deepEqual(problemsOf({ phone: raw }), [{ field: 'phone', code: 'invalid-phone' }]);
    else assert.equal(valueOf({ phone: raw }).phone, taken);
  });
}

test('a phone number longer than 60 characters is too long', () => {
  assert.deepEqual(problemsOf({ phone: '1'.repeat(61) }), [{ field: 'phone', code: 'too-long' }]);
});

const WEBSITES: [raw: string, taken: string | null][] = [
  ['example.com', 'https://example.com/'],
  [' www.Example.com/Path?a=b#c ', 'https://www.example.com/Path?a=b#c'],
  ['http://example.com', 'http://example.com/'],
  ['HTTPS://EXAMPLE.COM', 'https://example.com/'],
  ['https://example.com:8443/@anna', 'https://example.com:8443/@anna'],
  ['bücher.de', 'https://xn--bcher-kva.de/'],
  ['example.com/"><script>', 'https://example.com/%22%3E%3Cscript%3E'],
  ['localhost', null],
  ['https://localhost.', null],
  ['ftp://example.com', null],
  ['javascript:alert(1)', null],
  ['javascript://example.com/%0Aalert(1)', null],
  ['data:text/html,x', null],
  ['mailto:anna@example.com', null],
  ['anna@example.com', null],
  ['https://user:secret@example.com', null],
  ['https://:secret@example.com', null],
  ['https://example.com@evil.example', null],
  ['we have none yet.', null],
  ['127.0.0.1', null],
  ['http://0x7f.1', null],
  ['[::1]', null],
  ['http://', null],
  ['...', null],
];

for (const [raw, taken] of WEBSITES) {
  test(`the website ${JSON.stringify(raw)} is ${taken === null ? 'refused' : `taken as ${taken}`}`, () => {
    if (taken === null)
      assert.deepEqual(problemsOf({ website: raw }), [{ field: 'website', code: 'invalid-website' }]);
    else assert.equal(valueOf({ website: raw }).website, taken);
  });
}

test('a website is measured as it is kept', () => {
  const problem = [{ field: 'website', code: 'too-long' }];
  assert.equal(valueOf({ website: `example.com/${'a'.repeat(480)}` }).website?.length, 500);
  assert.deepEqual(problemsOf({ website: `example.com/${'a'.repeat(481)}` }), problem);
  // Each letter becomes six characters in the URL.
  assert.deepEqual(problemsOf({ website: `example.com/${'ü'.repeat(100)}` }), problem);
});

test('line breaks stay in the message only, each one \\n', () => {
  const raw = ' a\r\nb\rc\u2028d\u0085e\tf\u0000g\u202eh\u009f ';
  assert.equal(valueOf({ message: raw }).message, 'a\nb\nc\nd\ne fgh');
  assert.equal(valueOf({ name: raw }).name, 'a b c d e fgh');
  assert.equal(valueOf({ company: 'a\r\nBcc: x@y.z' }).company, 'a Bcc: x@y.z');
});

test('signs that belong to a text stay', () => {
  const message = 'Olá! 👩‍👩‍👧 “aspas” — 50 € <b>=1+1</b>';
  assert.equal(valueOf({ message }).message, message);
});

test('a strange key or consent counts as none and an unknown language as English', () => {
  for (const key of [
    undefined,
    7,
    '',
    'a'.repeat(7),
    'a'.repeat(65),
    'a b c d e f',
    'aaaaaaaa\n',
    'ããããããããã',
  ]) {
    assert.equal(valueOf({ key }).key, null);
  }
  assert.equal(valueOf({ key: 'aB3-5678' }).key, 'aB3-5678');
  const { language, consent } = valueOf({ language: 'fr', consent: 'V1; DROP' });
  assert.deepEqual([language, consent], ['en', null]);
});

/** Texts that resemble the fields, made of their difficult parts. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc
    .array(
      fc.constantFrom(...'a\u0303\u0301.@ \n\r\t\u2028\u200b\u202e\u00a0\ufeff0１+()-x#/:?\u0000\ud800😀ﷺ'),
      {
        maxLength: 60,
      },
    )
    .map((units) => units.join('')),
  fc.string({ unit: fc.constantFrom(...'0123456789+ ()-.x０９＋'), maxLength: 20 }),
  fc.webUrl(),
  fc.emailAddress(),
  fc.constantFrom(...PHONES.map(([raw]) => raw), ...WEBSITES.map(([raw]) => raw)),
);
const anyField = fc.constantFrom<ContactField>(...CONTACT_FIELDS);

test('anything can be given; nothing is thrown and every problem names a field once', () => {
  const anyBody = fc.oneof(
    fc.anything({ withNullPrototype: true }),
    fc.record(Object.fromEntries(CONTACT_FIELDS.map((field) => [field, fc.oneof(anyText, fc.anything())]))),
  );
  const check = fc.property(anyBody, (body) => {
    const parsed = parseContact(body, USUAL);
    if (parsed.ok) return;
    const fields = parsed.problems.map(({ field }) => field);
    assert.ok(fields.length > 0);
    assert.deepEqual(
      fields,
      CONTACT_FIELDS.filter((field) => fields.includes(field)),
    );
  });
  fc.assert(check, { numRuns: 3_000 });
});

test('an accepted message is accepted unchanged when read again', () => {
  const check = fc.property(anyField, anyText, (field, raw) => {
    const parsed = parseContact({ ...FILLED, [field]: raw }, USUAL);
    if (!parsed.ok) return;
    assert.deepEqual(parseContact(parsed.value, USUAL), parsed);
  });
  fc.assert(check, { numRuns: 8_000 });
});

test('an accepted message is bounded, well-formed, in NFC and without control characters', () => {
  const check = fc.property(anyField, anyText, (field, raw) => {
    const parsed = parseContact({ ...FILLED, [field]: raw }, USUAL);
    if (!parsed.ok) return;
    for (const name of ['name', 'company', 'phone', 'website', 'message'] as const) {
      const text = parsed.value[name];
      if (text === null) continue;
      assert.ok(text.length > 0 && [...text].length <= CONTACT_LIMITS[name]);
      assert.ok(text.isWellFormed() && text === text.normalize('NFC') && text === text.trim());
      assert.doesNotMatch(name === 'message' ? text.replaceAll('\n', '') : text, /[\p{Cc}\u2028\u2029]/u);
    }
  });
  fc.assert(check, { numRuns: 8_000 });
});

test('a body of 100 kB is judged in less than 50 ms', () => {
  for (const unit of [
    'a',
    ' ',
    '1',
    '1 ',
    'x1',
    'ext',
    '\n',
    '\u200b',
    '.',
    'a.',
    ':',
    '😀',
    '\u0344',
    'ﷺ',
    ' x',
  ]) {
    const text = unit.repeat(100_000 / 6);
    const body = Object.fromEntries(CONTACT_FIELDS.map((field) => [field, text]));
    // The best of several runs: any of them may be delayed by other work of the machine.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      parseContact(body, USUAL);
      return performance.now() - start;
    });
    assert.ok(Math.min(...times) < 50, `${JSON.stringify(unit)}: ${Math.min(...times)} ms`);
  }
});
