import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bold, linkAt, linked, signed, type Edit } from './format.ts';

/** A text with its selection between `‹` and `›`; `|`: only a cursor. */
function read(shown: string): { text: string; selection: [number, number] } {
  const text = shown.replaceAll(/[‹›|]/g, '');
  const from = shown.search(/[‹|]/);
  const to = shown.includes('|') ? from : shown.indexOf('›') - 1;
  return { text, selection: [from, to] };
}

function shownAfter(text: string, { range: [from, to], text: put, select: [first, last] }: Edit): string {
  const all = text.slice(0, from) + put + text.slice(to);
  const selected = first === last ? '|' : `‹${all.slice(first, last)}›`;
  return all.slice(0, first) + selected + all.slice(last);
}

test('bold is put around words and taken from them, line by line (catches: around a space; around the sign of a point; twice)', () => {
  for (const [before, after] of [
    ['It is ‹open›.', 'It is **‹open›**.'],
    ['It is **‹open›**.', 'It is ‹open›.'],
    ['It is ‹**open**›.', 'It is ‹open›.'],
    ['It is **op|en**.', 'It is ‹open›.'],
    ['It ‹is open ›now', 'It **‹is open›** now'],
    ['It is (aç|ão), now', 'It is (**‹ação›**), now'],
    ['It is | now', 'It is **|** now'],
    ['|', '**|**'],
    ['‹a **b** c›', '**‹a b c›**'],
    ['‹- one\n- two\n\n## three›', '‹- **one**\n- **two**\n\n## **three**›'],
    ['‹- **one**\n- **two**›', '‹- one\n- two›'],
  ] as const) {
    const { text, selection } = read(before);
    assert.equal(shownAfter(text, bold(text, selection)), after, before);
  }
});

test('a heading or a point is its line, and no longer that the second time (catches: an empty line; both signs; the line after the selection)', () => {
  for (const [before, sign, after] of [
    ['One\nTw|o', '## ', 'One\n## Tw|o'],
    ['One\n## Tw|o', '## ', 'One\nTw|o'],
    ['- One|', '## ', '## One|'],
    ['|', '- ', '- |'],
    ['- |', '- ', '|'],
    ['O‹ne\n\nTw›o', '- ', '‹- One\n\n- Two›'],
    ['‹- One\nTwo›', '- ', '‹- One\n- Two›'],
    ['‹- One\n- Two\n›Three', '- ', '‹One\nTwo›\nThree'],
    ['\n|', '- ', '\n- |'],
    ['|\na', '- ', '- |\na'],
  ] as const) {
    const { text, selection } = read(before);
    assert.equal(shownAfter(text, signed(text, selection, sign)), after, before);
  }
});

test('a link is made of words of one line, changed, and taken away (catches: over two lines; the sign of a point within; brackets that end it)', () => {
  const to = 'https://casa.example';
  for (const [before, words, known, after] of [
    ['See ‹our work›.', 'our work', '', `See [our work](${to})|.`],
    ['See wo|rk.', 'work', '', `See [work](${to})|.`],
    ['See |', '', '', `See [](${to})|`],
    ['See [wo|rk](/about).', 'work', '/about', `See [work](${to})|.`],
    ['‹- one\n- two›', 'one', '', `- [one](${to})|\n- two`],
    ['‹a [b] c›', 'a [b] c', '', `[a (b) c](${to})|`],
  ] as const) {
    const { text, selection } = read(before);
    const link = linkAt(text, selection);
    assert.deepEqual([link.words, link.to], [words, known], before);
    assert.equal(shownAfter(text, linked(link, to)), after);
  }
  const { text, selection } = read('See [‹work›](/about).');
  assert.equal(shownAfter(text, linked(linkAt(text, selection), null)), 'See work|.');
});
