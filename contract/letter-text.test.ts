import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTERS } from '#test/corpora/letters.ts';
import { blocksOf, type Block, type Inline, wrongAddressIn } from './letter-text.ts';

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** A tree as somebody would have written it. */
function writtenOf(blocks: Block[]): string {
  const inner = (inside: Inline[]): string =>
    inside
      .map((one) => {
        if (typeof one === 'string') return one;
        return one.is === 'bold' ? `**${inner(one.inside)}**` : `[${inner(one.inside)}](${one.to})`;
      })
      .join('');
  return blocks
    .map((block) => {
      if (block.is === 'heading') return `## ${inner(block.inside)}`;
      if (block.is === 'list') return block.points.map((point) => `- ${inner(point)}`).join('\n');
      return block.each.map(inner).join('\n\n');
    })
    .join('\n\n');
}

test('nothing of two hundred texts is lost or said twice (catches: a line beside a heading; the words of a wrong link)', () => {
  assert.equal(new Set(LETTERS).size, 200);
  for (const text of LETTERS) assert.equal(plain(writtenOf(blocksOf(text))), plain(text));
});

test('paragraphs, headings, points, bold and links are read from text', () => {
  assert.deepEqual(
    blocksOf('One\nline.\n\n\n\nTwo **b\nc**.\n## [H](/about) i\n- a\n\n- b [c](https://d.example)\nLast'),
    [
      { is: 'paragraphs', each: [['One\nline.'], [], ['Two ', { is: 'bold', inside: ['b\nc'] }, '.']] },
      { is: 'heading', inside: [{ is: 'link', inside: ['H'], to: '/about' }, ' i'] },
      {
        is: 'list',
        points: [['a'], ['b ', { is: 'link', inside: ['c'], to: 'https://d.example' }]],
      },
      { is: 'paragraphs', each: [['Last']] },
    ],
  );
  const link: Inline = { is: 'link', inside: ['a'], to: 'mailto:b@c.example' };
  const bold: Inline = { is: 'bold', inside: ['a'] };
  assert.deepEqual(blocksOf('**[a](mailto:b@c.example)** [**a**](/)'), [
    {
      is: 'paragraphs',
      each: [[{ is: 'bold', inside: [link] }, ' ', { is: 'link', inside: [bold], to: '/' }]],
    },
  ]);
  assert.deepEqual(blocksOf(' \n '), []);
});

const ALLOWED = [
  'https://casa.example',
  'https://casa.example:8443/a_(b)/c?d=e&f=%20g,h;i#j',
  'https://agência.example/serviços/ação',
  'mailto:ines.vaz+a@casa.example?subject=Ol%C3%A1',
  '/',
  '/contact',
  '/contact/',
  '/work/ribeira',
];
const REFUSED = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'http://casa.example',
  'HTTPS:casa.example',
  '//casa.example',
  'casa.example',
  'https://casa',
  'https://bank.example@evil.example',
  'https://bank.example:a@evil.example',
  'https://casa.example\\@evil.example',
  'https://casa.example/{{dataUrl}}',
  'https://casa.example/"a="b',
  "https://casa.example/<b>'",
  'https://casa.example/\u202egpj.exe',
  'https://casa.example/\u200b',
  'https://casa.example/\u0000',
  'https://casa.example/\ue000',
  'mailto:a@b.example,c@d.example',
  'mailto:',
  '/nowhere',
  'https://casa.example "A title"',
  ' https://casa.example',
  '',
  '/contact?do=erase',
  '/soon',
  '/api/subscribe',
];

test('a link leads to https, to an address or to a page; where else it would lead is named, and its words are text (catches: any scheme; a user before the host; an end that is not checked; a space, which ends it)', () => {
  for (const to of ALLOWED) {
    const [block] = blocksOf(`[a](${to})`);
    assert.deepEqual(block, { is: 'paragraphs', each: [[{ is: 'link', inside: ['a'], to }]] }, to);
    assert.equal(wrongAddressIn(`**[a](${to})**`), null, to);
  }
  for (const to of REFUSED) {
    const text = `[a](${to})`;
    assert.deepEqual(blocksOf(text), [{ is: 'paragraphs', each: [[text]] }], to);
    assert.equal(wrongAddressIn(`[b](/about) **[a](${to})**`), to);
  }
});

const MANY = 100_000;
const HOSTILE = [
  '[',
  '[a](',
  '[a](b',
  '[a]((',
  '[a](()',
  '[b]()',
  '**',
  '**a*',
  '- ',
  '- \n',
  '## a\n',
  '\n',
  '(a',
  ' ',
  '[a](https://a.',
  '[a](mailto:a@b.',
];

test('a text made to be slow takes no longer than its letters (catches: words of a link that may hold brackets)', () => {
  for (const one of HOSTILE)
    for (const text of [one.repeat(MANY), `[a](${one.repeat(MANY)}`, `**${one.repeat(MANY)}`]) {
      const began = performance.now();
      blocksOf(text);
      wrongAddressIn(text);
      assert.ok(performance.now() - began < 3_000, `${text.slice(0, 20)}…`);
    }
});
