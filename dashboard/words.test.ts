import assert from 'node:assert/strict';
import { test } from 'node:test';
import { first as en } from './text/en/first.ts';
import { first as pt } from './text/pt/first.ts';
import { rest as restEn } from './text/en/rest.ts';
import { rest as restPt } from './text/pt/rest.ts';
import { wordsOf } from './words.ts';

const english = wordsOf('en', { ...en, ...restEn });
const portuguese = wordsOf('pt', { ...pt, ...restPt });

test('a sentence has the plural form of its number', () => {
  assert.equal(english.t('common.days', { n: 1 }), '1 day');
  assert.equal(english.t('common.days', { n: 0 }), '0 days');
  assert.equal(english.t('mails.releaseTitle', { n: 1 }), 'Release 1 email?');
  assert.equal(english.t('mails.releaseTitle', { n: 2 }), 'Release all 2 emails?');
});

test('a category without a form of its own takes the last form: Portuguese has one for millions', () => {
  assert.equal(portuguese.t('common.days', { n: 1 }), '1 dia');
  assert.match(portuguese.t('common.days', { n: 1_000_000 }), / dias$/);
});

test('a value in brackets is not a plural', () => {
  assert.equal(english.t('import.reading', { file: '[a|b].csv' }), 'Reading [a|b].csv…');
});

test('Portuguese ends no line at the hyphen of an email or a pronoun; values stay as they are', () => {
  const address = 'ana@veja-se.example';
  assert.match(
    portuguese.t('person.linksText', { address }),
    /Envie-\u2060os só para ana@veja-se\.example\.$/,
  );
  assert.match(portuguese.t('person.releaseText', { address }), / e-\u2060mail /);
  assert.match(portuguese.t('session.sent'), /Enviámos-\u2060lhe /);
  const close = 'Pré-lançamento recém-mencionado: seguem-se dois.';
  const { t } = wordsOf('pt', { ...pt, ...restPt, common: { ...pt.common, close } });
  assert.equal(t('common.close'), close.replace('-se', '-\u2060se'), 'other words');
  assert.doesNotMatch(english.t('person.linksText', { address }), /\u2060/);
});

test('a number stays on the line of its unit (catches: a plain space)', () => {
  assert.equal(english.size(1_400_000_000), '1.4\u00a0GB');
  assert.equal(portuguese.size(20_000_000), '20\u00a0MB');
});
