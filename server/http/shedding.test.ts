import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { createProblems } from './answer.ts';
import { createComeBackLater, createShedding, isTooMuch, startEventLoopMeter } from './shedding.ts';

const problems = createProblems('http://localhost:3000');

/** What of a response matters here: that it ends. */
function response(): ServerResponse {
  return new EventEmitter() as ServerResponse;
}

test('messages and links are given up at half of what ends subscriptions', () => {
  const verdicts = (delay: number, underWay: number) =>
    (['subscribe', 'contact', 'link'] as const).map((kind) => isTooMuch(kind, { delay, underWay }));
  assert.deepEqual(verdicts(125, 999), [false, false, false]);
  assert.deepEqual(verdicts(126, 0), [false, true, true]);
  assert.deepEqual(verdicts(0, 1_000), [false, true, true]);
  assert.deepEqual(verdicts(250, 1_999), [false, true, true]);
  assert.deepEqual(verdicts(251, 0), [true, true, true]);
  assert.deepEqual(verdicts(0, 2_000), [true, true, true]);
});

test('posts count until their answer is out, not longer', () => {
  const comeBackLater = createComeBackLater(problems, () => 0);
  const shedding = createShedding({ eventLoopDelay: () => 0, comeBackLater });
  const responses = Array.from({ length: 2_000 }, response);
  for (const one of responses) shedding.entered(one);
  assert.equal(shedding.refusal('subscribe')?.status, 503);
  responses[0]?.emit('close');
  assert.equal(shedding.refusal('subscribe'), null);
  for (const one of responses.slice(1)) one.emit('close');
  assert.equal(shedding.refusal('contact'), null);
});

test('those who are sent away are told different times, 5 to 30 seconds', () => {
  let drawn = 0;
  const comeBackLater = createComeBackLater(problems, () => drawn);
  const times = Array.from({ length: 100 }, (_, i) => {
    drawn = i / 100;
    const { headers } = comeBackLater();
    return Number(headers[headers.indexOf('Retry-After') + 1]);
  });
  assert.equal(Math.min(...times), 5);
  assert.equal(Math.max(...times), 30);
  assert.equal(new Set(times).size, 26);
});

test('the meter sees an event loop that is kept busy, and one that has recovered', async (t) => {
  const meter = startEventLoopMeter(monitorEventLoopDelay);
  t.after(meter.stop);
  assert.equal(meter.delay(), 0);
  const end = performance.now() + 10_000;
  while (meter.delay() < 60 && performance.now() < end) {
    const busyUntil = performance.now() + 100;
    while (performance.now() < busyUntil);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(meter.delay() >= 60, `${meter.delay()} ms`);
  while (meter.delay() >= 60 && performance.now() < end)
    await new Promise((resolve) => setImmediate(resolve));
  assert.ok(meter.delay() < 60, `${meter.delay()} ms`);
});
