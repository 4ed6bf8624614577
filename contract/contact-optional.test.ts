import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILLED_CONTACT } from '#test/fixtures/contact.ts';
import { OPTIONAL_FIELDS, parseContact } from './contact.ts';

test('company and phone may be left empty where the owner says so, and what is given must be right all the same', () => {
  const parsed = parseContact({ ...FILLED_CONTACT, company: ' ', phone: undefined }, OPTIONAL_FIELDS);
  assert.ok(parsed.ok);
  assert.deepEqual([parsed.value.company, parsed.value.phone], [null, null]);
  const wrong = { ...FILLED_CONTACT, company: 'c'.repeat(201), phone: 'soon' };
  assert.deepEqual(parseContact(wrong, OPTIONAL_FIELDS), {
    ok: false,
    problems: [
      { field: 'company', code: 'too-long' },
      { field: 'phone', code: 'invalid-phone' },
    ],
  });
  assert.deepEqual(parseContact({ ...FILLED_CONTACT, company: '', phone: '' }, ['phone', 'website']), {
    ok: false,
    problems: [{ field: 'company', code: 'required' }],
  });
});
