import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { readConfig } from '#server/base/config.ts';
import { policyOf } from './policy.ts';

const HTML =
  '<!doctype html><head><script>first()</script><script type="module">second()</script>' +
  '<style>a{}</style><script src="/x.js"></script></head><script>first()</script>';
const TAGS = { GA_ID: 'G-TEST123', GTM_ID: 'GTM-TEST1' };
const FOREIGN = { SUBSCRIBE_ENDPOINT: 'https://formspree.io/f/abcdefgh' };

const SETTINGS: [name: string, env: Record<string, string>][] = [
  ['as it comes', {}],
  ['with both IDs', TAGS],
  ['with one ID', { GTM_ID: 'GTM-TEST1' }],
  ['with a foreign form service', FOREIGN],
  ['with all of them', { ...TAGS, ...FOREIGN }],
];

function directivesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

for (const [name, env] of SETTINGS) {
  test(`an evaluator finds no hole in the policy ${name}`, () => {
    const policy = policyOf(HTML, readConfig(env));
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    const severe = findings.filter(({ severity }) => [Severity.HIGH, Severity.HIGH_MAYBE].includes(severity));
    assert.deepEqual(severe, []);
    assert.doesNotMatch(policy, /unsafe-|\*;| \* |data:|http:/);
  });

  test(`everything is denied that is not named, ${name}`, () => {
    const directives = directivesOf(policyOf(HTML, readConfig(env)));
    for (const denied of ['default-src', 'base-uri', 'object-src', 'frame-ancestors']) {
      assert.deepEqual(directives.get(denied), ["'none'"]);
    }
  });
}

test('the evaluator sees a hole where there is one', () => {
  const policy = policyOf(HTML, readConfig({})).replace(
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline' data:",
  );
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  assert.ok(findings.some(({ severity }) => severity === Severity.HIGH));
});

test('each inline script and style is allowed by its hash, once, and nothing else is', () => {
  const directives = directivesOf(policyOf(HTML, readConfig({})));
  assert.deepEqual(directives.get('script-src'), ["'self'", hashOf('first()'), hashOf('second()')]);
  assert.deepEqual(directives.get('style-src'), ["'self'", hashOf('a{}')]);
});

test('a script that was not there when the policy was made is not allowed by it', () => {
  const policy = policyOf(HTML, readConfig({}));
  assert.ok(!policy.includes(hashOf('planted()')));
  assert.ok(policyOf(`${HTML}<script>planted()</script>`, readConfig({})).includes(hashOf('planted()')));
});

test('the hosts of Google are named only where an ID is set', () => {
  assert.doesNotMatch(policyOf(HTML, readConfig(FOREIGN)), /google/);
  const directives = directivesOf(policyOf(HTML, readConfig(TAGS)));
  assert.ok(directives.get('script-src')?.includes('https://www.googletagmanager.com'));
  // Analytics from Europe is sent to region1.google-analytics.com.
  assert.ok(directives.get('connect-src')?.includes('https://*.google-analytics.com'));
  assert.deepEqual(directives.get('form-action'), ["'self'"]);
});

test('a foreign form service is named, by its origin, where the browser posts to it and nowhere else', () => {
  const policy = policyOf(HTML, readConfig(FOREIGN));
  const directives = directivesOf(policy);
  assert.deepEqual(directives.get('connect-src'), ["'self'", 'https://formspree.io']);
  assert.deepEqual(directives.get('form-action'), ["'self'", 'https://formspree.io']);
  assert.equal(policy.split('formspree').length, 3);
});

test('scripts of others are allowed where the owner names them, beside those of Google and not without', () => {
  const scriptOrigins = ['https://snap.licdn.com'];
  assert.doesNotMatch(policyOf(HTML, { ...readConfig({}), scriptOrigins }), /licdn/);
  const directives = directivesOf(policyOf(HTML, { ...readConfig(TAGS), scriptOrigins }));
  const named = [...directives].filter(([, sources]) => sources.includes('https://snap.licdn.com'));
  assert.deepEqual(
    named.map(([name]) => name),
    ['script-src', 'img-src', 'connect-src'],
  );
});
