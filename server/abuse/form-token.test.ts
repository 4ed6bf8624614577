import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR, SECOND } from '#contract/time.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { createFormTokens, issueFormToken, judgeFormToken } from './form-token.ts';

const secrets = createSecrets(['old-key-old-key-old-key-old-key-old']);
const ISSUED = Date.UTC(2026, 0);

function verdictAt(age: number): string {
  return judgeFormToken(createFormTokens(secrets), issueFormToken(secrets, ISSUED), ISSUED + age);
}

for (const [what, age, verdict] of [
  ['at once', 0, 'too-early'],
  ['in less than 2 seconds', 2 * SECOND - 1, 'too-early'],
  ['after 2 seconds', 2 * SECOND, 'valid'],
  ['in 2.5 seconds, pasted', 2.5 * SECOND, 'valid'],
  ['with a page open for 8 hours', 8 * HOUR, 'valid'],
  ['on the next day', 24 * HOUR, 'valid'],
  ['later than a day', 24 * HOUR + 1, 'expired'],
  ['after the clock was set back a day and the server restarted', -25 * HOUR, 'valid'],
  ['long before it was issued', -8 * 24 * HOUR, 'expired'],
] as const) {
  const fault = verdict === 'valid' ? 'every token has expired' : 'its age is not asked';
  test(`a form sent ${what} is ${verdict} (catches: ${fault})`, () => assert.equal(verdictAt(age), verdict));
}

test('a form passes three times, then its token is worn; another one of the same moment is not (catches: uses are not counted)', () => {
  const tokens = createFormTokens(secrets);
  const token = issueFormToken(secrets, ISSUED);
  const other = issueFormToken(secrets, ISSUED);
  const now = ISSUED + HOUR;
  const verdicts = Array.from({ length: 5 }, () => judgeFormToken(tokens, token, now));
  assert.deepEqual(verdicts, ['valid', 'valid', 'valid', 'reused', 'reused']);
  assert.equal(judgeFormToken(tokens, other, now), 'valid');
});

test('a form sent too early does not use up its token (catches: each look counts as a use)', () => {
  const tokens = createFormTokens(secrets);
  const token = issueFormToken(secrets, ISSUED);
  for (let time = 0; time < 5; time += 1) assert.equal(judgeFormToken(tokens, token, ISSUED), 'too-early');
  assert.equal(judgeFormToken(tokens, token, ISSUED + HOUR), 'valid');
});

test('no token is missing, and whatever we did not sign is forged, never an error (catches: the signature is not checked)', () => {
  const tokens = createFormTokens(secrets);
  const judgeText = (text: string | undefined) => judgeFormToken(tokens, text, ISSUED + HOUR);
  assert.equal(judgeText(undefined), 'missing');
  assert.equal(judgeText(''), 'missing');
  const foreign = createSecrets(['new-key-new-key-new-key-new-key-new']);
  assert.equal(judgeText(issueFormToken(foreign, ISSUED)), 'forged');
  for (const text of ['A', 'A'.repeat(63), 'A'.repeat(10_000), '\ud800'.repeat(63), ' ']) {
    assert.equal(judgeText(text), 'forged');
  }
  // Its timestamp has only - in base64url, where base64 has +.
  const lenient = 0xfbefbefbefbe;
  assert.equal(
    judgeFormToken(tokens, issueFormToken(secrets, lenient).replace('-', '+'), lenient + HOUR),
    'forged',
  );
  const token = issueFormToken(secrets, ISSUED);
  fc.assert(
    fc.property(fc.nat({ max: 62 }), fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }), (at, put) => {
      const changed = token.slice(0, at) + put + token.slice(at + 1);
      fc.pre(changed !== token);
      assert.equal(judgeText(changed), 'forged');
    }),
    { numRuns: 500 },
  );
});
