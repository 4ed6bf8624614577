import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { merge } from './merge.ts';
import { readSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'brand-words-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const OURS = `const CALL = 'us';
export const wordsEn = {
  title: 'Ours',
  greeting: 'Hello {name}',
  mail: { why: 'For {{address}}', stop: \`Tell \${CALL}\` },
  steps: [{ name: 'One' }, { name: 'Two' }],
};
`;

function file(name: string, text: string) {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function merged(theirs: string) {
  const { text, problems } = merge(
    readSource(file('ours.ts', OURS)),
    readSource(file('theirs.ts', theirs)),
    true,
  );
  return { text, problems: problems.map((one) => one.replace(/^.*theirs\.ts/, 'theirs.ts')) };
}

test('words of the owner stand in the places of ours, and all others stay (fault: one word drops the rest)', () => {
  const { text, problems } = merged(`export const wordsEn = {
  greeting: 'Olá {name}',
  mail: { why: "It's {{address}}" },
  steps: [{ name: 'Um' }, {}],
};`);
  assert.deepEqual(problems, []);
  const expected = OURS.replace('Hello {name}', 'Olá {name}')
    .replace("'For {{address}}'", '"It\'s {{address}}"')
    .replace("'One'", "'Um'");
  assert.equal(text, expected);
});

const WRONG: [why: string, theirs: string, problem: RegExp][] = [
  ['a key of nobody', "\n  titel: 'x',", /^theirs\.ts, line 2: wordsEn has no titel; it has title, greeting/],
  [
    'a lost placeholder',
    "\n\n mail: { why: 'For you' },",
    /line 3: wordsEn\.mail\.why lacks \{\{address\}\}/,
  ],
  [
    'one that nobody fills',
    "mail: { why: '{{address}} {{adress}}' },",
    /has \{\{adress\}\}, which nobody fills/,
  ],
  ['a sentence without the name', "greeting: 'Hello',", /wordsEn\.greeting lacks \{name\}/],
  ['a function for a sentence', "greeting: () => '{name}',", /greeting must be words, not a function/],
  ['a number', 'title: 7,', /title must be words, not 7/],
  ['a list too short', "steps: [{ name: 'Um' }],", /steps must have 2 parts, not 1/],
];
for (const [why, theirs, problem] of WRONG) {
  test(`${why} is named with its file and line`, () => {
    const { problems } = merged(`export const wordsEn = {${theirs}};`);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', problem);
  });
}

test('what cannot be read is one sentence with the line, and no stack (faults: the line after; a parser’s words)', () => {
  const unreadable = {
    apostrophe: "export const a = {\n  b: 'it's time',\n};\n",
    comma: "export const a = {\n  b: 'x'\n  c: 'y',\n};\n",
    quote: "export const a = {\n  b: 'x,\n};\n",
  };
  for (const [name, text] of Object.entries(unreadable))
    assert.throws(() => readSource(file(`${name}.ts`, text)), {
      message: new RegExp(`${name}\\.ts, line 2: A quote`),
    });
});
