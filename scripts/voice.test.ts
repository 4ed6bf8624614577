import assert from 'node:assert/strict';
import { test } from 'node:test';
import { habitsIn, literalsOf, ourSlips, slipsIn } from './voice.ts';

test('all words for visitors, owners and readers keep to one voice (catches: "e-mail" in English, Portuguese of Brazil)', () => {
  assert.deepEqual(ourSlips(), []);
});

const SAID_WRONG = {
  en: [
    'Your e-mail',
    'a crowd of them',
    'the words of who was here',
    'We do not ask',
    'we cannot say',
    'We will write',
    'It is out',
    "we'll write",
    'November 22, 2026',
    'recognize',
  ],
  pt: [
    'Contato',
    'o arquivo',
    'na tela',
    'Cadastre-se',
    'você',
    'Usuário',
    'a equipe',
    'o time',
    'Inscrever-me',
    'está enviando',
    'o seu email',
    'mudar de ideia abaixo',
    'Ops!',
    'um “livro',
    'eletrônico',
    'de fato',
    'o projecto',
  ],
} as const;

const SAID_WELL = {
  en: ['We’ll email where you are and where you’d like to be.', "Thank you! You've successfully subscribed."],
  pt: [
    'Quando o comando falhar, contacte a equipa: o contexto está no ficheiro de contactos, ao segundo.',
    'O seu e-mail, a tempo: {{email}} com sentido e atenção ao detalhe, de facto.',
  ],
} as const;

for (const language of ['en', 'pt'] as const) {
  test(`each word of the list is found, and no right one, in ${language}`, () => {
    for (const words of SAID_WRONG[language]) assert.equal(slipsIn(words, language).length, 1, words);
    for (const words of SAID_WELL[language]) assert.deepEqual(slipsIn(words, language), [], words);
  });
}

test('habits are found in comments and in names of tests alone (catches: an identifier; a name that is not read)', () => {
  const source = "const anew = 'once more';\n// Drawn anew.\ntest('kept (fault: for ever)', () => {});";
  assert.deepEqual(
    habitsIn('a.ts', source).map((slip) => slip.replace('a.ts, line ', '')),
    ['2: «anew»: again', '3: «for ever»: forever', '3: «(fault»: (catches: …)'],
  );
});

test('text beside a type is read, the type is not (catches: a dictionary `as const` was skipped)', () => {
  const source = "export const en = { a: 'text', b: `more ${1}` } as const satisfies Record<'type', string>;";
  assert.deepEqual(
    literalsOf('en.ts', source).map(({ words }) => words),
    ['text', 'more ', ''],
  );
});
