import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAUNCH_WORDS } from '#test/fixtures/launch.ts';
import { findWords } from './findings.ts';

test('a link that leads nowhere is named with its language, and so is a text over 8,000 characters (fault: only what is empty)', () => {
  const found = (body: string) => findWords({ words: { ...LAUNCH_WORDS, pt: { ...LAUNCH_WORDS.pt, body } } });
  assert.deepEqual(found('[Ver](/contact)'), { code: 'words-ok', values: { languages: 2 } });
  assert.deepEqual(found('[Ver](/contact) [aqui](casa.example)'), {
    code: 'words-link',
    values: { link: 'casa.example', language: 'pt' },
  });
  assert.equal(found('a'.repeat(8_000)).code, 'words-ok');
  assert.equal(found('a'.repeat(8_001)).code, 'words-lacking');
});
