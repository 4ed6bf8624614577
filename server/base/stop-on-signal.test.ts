import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createLog } from './log.ts';
import { createStopOnSignal } from './stop-on-signal.ts';

/** A process whose stop hangs, on a mock clock; and what it did. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const done: string[] = [];
  const onSignal = createStopOnSignal({
    log: createLog(
      () => {},
      () => new Date(),
    ),
    stop: () => done.push('stop'),
    exit: (code) => void done.push(`exit ${code}`),
    now: Date.now,
  });
  return { done, onSignal, wait: (ms: number) => t.mock.timers.tick(ms) };
}

test('a stop that hangs is ended after 25 seconds (catches: it is waited for)', (t) => {
  const { done, onSignal, wait } = start(t);
  onSignal('SIGTERM');
  wait(24_999);
  assert.deepEqual(done, ['stop']);
  wait(1);
  assert.deepEqual(done, ['stop', 'exit 1']);
});

test('a second signal forces the end, but not the copy of the first (catches: both are one wish, or two)', (t) => {
  const { done, onSignal, wait } = start(t);
  onSignal('SIGINT');
  wait(499);
  onSignal('SIGINT');
  assert.deepEqual(done, ['stop']);
  wait(1);
  onSignal('SIGINT');
  assert.deepEqual(done, ['stop', 'exit 1']);
});
