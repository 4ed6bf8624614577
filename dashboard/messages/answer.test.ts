import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEach } from '#contract/language.ts';
import type { WholeMessage } from '#contract/owner/messages.ts';
import { answer as en } from '../text/en/answer.ts';
import { answer as pt } from '../text/pt/answer.ts';
import { answerTo } from './answer.ts';

const WORDS = { ...inEach(() => en), pt };

const WHOLE: WholeMessage = {
  id: 1,
  name: 'Inês "Nê" Prado',
  company: 'Fio & Azul',
  email: 'ines+fio?x@fio-azul.example',
  phone: '+351 912 345 678',
  website: null,
  message: '\nPrecisamos de anúncios: 50% em inglês?\r\nSim & não.\n\nAté já 👋',
  language: 'pt',
  at: Date.UTC(2026, 10, 19, 16, 40),
  state: 'read',
  answeredAt: null,
};

/** Parses the link as a mail program does. */
function opened(link: string) {
  const [, address = '', query = ''] = /^mailto:([^?]*)\?(.*)$/.exec(link) ?? [];
  const fields = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent));
  return { address: decodeURIComponent(address), ...Object.fromEntries(fields) } as Record<string, string>;
}

test('the answer goes to the writer alone, with subject and quote (catches: & and ? end a field, a line is lost)', () => {
  const { address, subject, body = '', ...more } = opened(answerTo(WHOLE, 'Casa Breve', WORDS));
  assert.deepEqual(more, {});
  assert.equal(address, WHOLE.email);
  assert.equal(
    subject,
    `Re: a sua mensagem para Casa Breve: Precisamos de anúncios: 50% em inglês? Sim & não. Até já 👋`,
  );
  const [first, second, head = '', ...quote] = body.split('\r\n');
  assert.deepEqual([first, second], ['', '']);
  assert.match(head, /^Inês "Nê" Prado <ines\+fio\?x@fio-azul\.example>, 19 de novembro de 2026/);
  assert.deepEqual(quote, [
    '> ',
    '> Precisamos de anúncios: 50% em inglês?',
    '> Sim & não.',
    '> ',
    '> Até já 👋',
    '',
  ]);
});

test('in the writer’s language the subject says what is answered, also after a greeting (catches: "Re: Hello,")', () => {
  const message = `Hello,\n\nwe open in May and ${'need ads, '.repeat(9)}`;
  assert.equal(
    opened(answerTo({ ...WHOLE, language: 'en', message }, 'Casa Breve', WORDS))['subject'],
    `Re: your message to Casa Breve: Hello, we open in May and need ads, need ads, need ads, need…`,
  );
});

test('a long message is cut where the link ends, at no half letter (catches: Windows opens nothing)', () => {
  for (const message of [
    '👋'.repeat(2_000),
    'ã\n'.repeat(2_000),
    `${'a'.repeat(1_500)}\n${'b'.repeat(1_500)}`,
  ]) {
    const link = answerTo({ ...WHOLE, message }, 'Casa Breve', WORDS);
    assert.ok(link.length <= 1_900 && link.length > 1_800, String(link.length));
    assert.match(opened(link)['body'] ?? '', /…$/);
  }
});
