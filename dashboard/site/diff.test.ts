import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffOf } from './diff.ts';

/** `[-removed-]`, `[+added+]`. */
const said = (before: string, after: string) =>
  diffOf(before, after)
    .map(({ is, text }) => (is === 'same' ? text : is === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('');

test('what changed is marked word by word, with neighbours as one', () => {
  assert.equal(
    said('Good brands are a matter of time.', 'Good brands take their time, and so do we.'),
    'Good brands [-are a matter of -][+take their +]time[+, and so do we+].',
  );
  assert.equal(said('Launch news only. Opt out.', 'Launch news. Opt out.'), 'Launch news[- only-]. Opt out.');
  assert.equal(said('Uma alteração à frase', 'Uma edição à frase'), 'Uma [-alteração -][+edição +]à frase');
});

test('nothing is lost: without what was added it is the text before, without what was removed the one after', () => {
  const [before, after] = ['One point\nTwo points\nThree', 'One\npoint\nThree and {name}'];
  const pieces = diffOf(before, after);
  const without = (kind: string) => pieces.flatMap(({ is, text }) => (is === kind ? [] : [text])).join('');
  assert.equal(without('removed'), after);
  assert.equal(without('added'), before);
});

test('sentences that have little in common, and very long ones, are shown whole', () => {
  assert.equal(said('A matter of time.', 'Of course we may'), '[-A matter of time.-][+Of course we may+]');
  const long = 'word '.repeat(700);
  assert.equal(said(long, `${long}more`), `[-${long}-][+${long}more+]`);
  assert.deepEqual(diffOf('', 'New'), [{ is: 'added', text: 'New' }]);
});
