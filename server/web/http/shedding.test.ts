import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createProblems } from './http-response.ts';
import { createShedding, startEventLoopMeter } from './shedding.ts';

const problems = createProblems('http://localhost:3000');

/** The part of a response that matters here: that it ends. */
function response(): ServerResponse {
  return new EventEmitter() as ServerResponse;
}

function shed(eventLoopDelay = () => 0, random = () => 0) {
  return createShedding({ eventLoopDelay, random }, problems, () => {});
}

test('a request shed at the half is given up at half of what ends all (catches: all together)', () => {
  const verdicts = (delay: number, underWay: number) => {
    const shedding = shed(() => delay);
    for (let i = 0; i < underWay; i++) shedding.entered(response());
    return [1, 0.5].map((share) => shedding.isTooMuch(share));
  };
  assert.deepEqual(verdicts(125, 1_999), [false, false]);
  assert.deepEqual(verdicts(126, 0), [false, true]);
  assert.deepEqual(verdicts(0, 2_000), [false, true]);
  assert.deepEqual(verdicts(250, 3_999), [false, true]);
  assert.deepEqual(verdicts(251, 0), [true, true]);
  assert.deepEqual(verdicts(0, 4_000), [true, true]);
});

test('posts count until their answer is out, not longer (catches: they count forever)', () => {
  const shedding = shed();
  const responses = Array.from({ length: 4_000 }, response);
  for (const one of responses) shedding.entered(one);
  assert.equal(shedding.isTooMuch(1), true);
  responses[0]?.emit('close');
  assert.equal(shedding.isTooMuch(1), false);
  for (const one of responses.slice(1)) one.emit('close');
  assert.equal(shedding.isTooMuch(0.5), false);
});

test('clients that are shed get different times, 5 to 30 seconds (catches: all the same)', () => {
  let drawn = 0;
  const { retryLater } = shed(undefined, () => drawn);
  const times = Array.from({ length: 100 }, (_, i) => {
    drawn = i / 100;
    const { status, headers } = retryLater('overload');
    assert.equal(status, 503);
    return Number(headers[headers.indexOf('Retry-After') + 1]);
  });
  assert.equal(Math.min(...times), 5);
  assert.equal(Math.max(...times), 30);
  assert.equal(new Set(times).size, 26);
});

/** Blocks for so many milliseconds at a time until `done`; returns whether that came within `patience`. */
async function work(piece: number, patience: number, done: () => boolean): Promise<boolean> {
  const end = performance.now() + patience;
  while (performance.now() < end) {
    if (done()) return true;
    const pieceEnd = performance.now() + piece;
    while (performance.now() < pieceEnd);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done();
}

test('the meter sees that the event loop gets busy, and recovers, within two seconds (catches: what was before counts forever)', async (t) => {
  const meter = startEventLoopMeter();
  t.after(meter.stop);
  // Past load must not hide the present.
  assert.equal(await work(0, 1_500, () => meter.delay() > 60), false);
  assert.ok(await work(100, 3_000, () => meter.delay() > 60), `busy: ${meter.delay()} ms`);
  assert.ok(await work(0, 3_000, () => meter.delay() < 60), `recovered: ${meter.delay()} ms`);
});
