import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suspicionOf, type AbuseEvidence } from './suspicion.ts';

const PERSON: AbuseEvidence = { topic: '', token: 'valid', kind: 'json', fromPage: true, soft: false };
const PLAIN: Partial<AbuseEvidence> = { kind: 'form', token: 'missing' };

const CASES: [what: string, evidence: Partial<AbuseEvidence>, suspicion: string | null][] = [
  ['a person with the page\u2019s script', {}, null],
  ['one of many behind one address, with the script', { soft: true }, null],
  ['a person without script', { kind: 'form', token: 'missing', topic: undefined }, null],
  ['a plain form with a token from yesterday', { kind: 'form', token: 'expired' }, null],
  ['a filled honeypot', { topic: 'x' }, 'honeypot'],
  ['a filled honeypot in a plain form', { kind: 'form', token: 'missing', topic: ' ' }, 'honeypot'],
  ['JSON without a token', { token: 'missing' }, 'token'],
  ['JSON with a forged token', { token: 'forged' }, 'token'],
  ['JSON with an old token', { token: 'expired' }, 'token'],
  ['a form filled in no time', { token: 'too-early' }, 'too-fast'],
  ['one form sent again and again', { token: 'reused' }, 'replayed'],
  ['one of many behind one address, without script', { ...PLAIN, soft: true }, null],
  ['a plain form that no browser sent', { ...PLAIN, fromPage: false }, null],
  ['the 31st of them from one network', { ...PLAIN, fromPage: false, soft: true }, 'burst'],
  ['and with a forged token', { ...PLAIN, token: 'forged', fromPage: false, soft: true }, 'burst'],
];

const FAULTS: Record<string, string> = {
  passes: 'everybody is a suspect',
  honeypot: 'the field no person sees is not looked at',
  token: 'a script needs no token',
  'too-fast': 'its age does not matter',
  replayed: 'its use does not matter',
  burst: 'a plain form always passes',
};

for (const [what, evidence, suspicion] of CASES) {
  const verdict = suspicion ?? 'passes';
  test(`${what}: ${verdict} (catches: ${FAULTS[verdict]})`, () => {
    assert.equal(suspicionOf({ ...PERSON, ...evidence }), suspicion);
  });
}
