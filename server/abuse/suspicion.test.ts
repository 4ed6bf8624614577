import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, type Evidence } from './suspicion.ts';

const PERSON: Evidence = { topic: '', token: 'fine', kind: 'json', soft: false };

const CASES: [what: string, evidence: Partial<Evidence>, suspicion: string | null][] = [
  ['a person with the page\u2019s script', {}, null],
  ['one of many behind one address, with the script', { soft: true }, null],
  ['a person without script', { kind: 'form', token: 'missing', topic: undefined }, null],
  ['a plain form with a token from yesterday', { kind: 'form', token: 'expired' }, null],
  ['a filled honeypot', { topic: 'x' }, 'honeypot'],
  ['a filled honeypot in a plain form', { kind: 'form', token: 'missing', topic: ' ' }, 'honeypot'],
  ['JSON without a token', { token: 'missing' }, 'token'],
  ['JSON with a forged token', { token: 'forged' }, 'token'],
  ['JSON with an old token', { token: 'expired' }, 'token'],
  ['a form filled in no time', { token: 'too-young' }, 'too-fast'],
  ['one form sent again and again', { token: 'worn' }, 'replayed'],
  ['the 31st plain form of one network', { kind: 'form', token: 'missing', soft: true }, 'burst'],
  ['the 31st plain form with a forged token', { kind: 'form', token: 'forged', soft: true }, 'burst'],
];

for (const [what, evidence, suspicion] of CASES) {
  test(`${what}: ${suspicion ?? 'passes'}`, () => {
    assert.equal(judge({ ...PERSON, ...evidence }), suspicion);
  });
}
