import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withMark } from '#contract/marks.ts';
import type { PreviewMark } from '#contract/owner/preview.ts';
import { splitWords } from './words.ts';

const MARKS: PreviewMark[] = [
  { field: 'title', at: '' },
  { field: 'rights', at: '' },
  { place: '{year}' },
  { field: 'label', at: '' },
];

type Said = { title?: string; rights?: string; label?: string; styles?: string };

function split({ title = 'A title', rights = '©', label = 'Main', styles = 'p{}' }: Said) {
  const named = withMark(title, 0);
  return splitWords({
    html: `<html><head><meta content="${named}"><style>${styles}</style></head><body class="x"><h1>${named}</h1>
      <nav aria-label="${withMark(label, 3)}">${withMark(`${rights} ${withMark('2026', 2)} us`, 1)}</nav></body></html>`,
    marks: MARKS,
  });
}

test('words are told apart from what a page is drawn again for (catches: an attribute or a style counts as words; a place as what fills it in)', () => {
  const { words, rest } = split({});
  assert.deepEqual(
    [...words],
    [
      ['title', 'A title'],
      ['rights', '© {year} us'],
    ],
  );
  const other = split({ title: 'Tom &amp; &lt;Ana&gt; &#x27;24&quot;', rights: 'All' });
  assert.equal(other.rest, rest);
  assert.deepEqual([...other.words.values()], [`Tom & <Ana> '24"`, 'All {year} us']);
  for (const drawn of [
    { label: 'Menu' },
    { styles: 'p{top:0}' },
    { title: 'A <b>title</b>' },
    { title: 'A&shy;' },
  ])
    assert.notEqual(split(drawn).rest, rest, JSON.stringify(drawn));
});

test('words with tags among them may not be set as text (catches: none at all, which would empty the page)', () => {
  for (const title of ['A <b>title</b>', 'One<br>line', '<b>All</b>', 'A</h1><ul><li>point</li></ul><h1>'])
    assert.deepEqual([...split({ title }).words.keys()], ['rights'], title);
});
