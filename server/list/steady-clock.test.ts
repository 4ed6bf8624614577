import assert from 'node:assert/strict';
import { DAY, HOUR } from '#contract/time.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { isClockSteady } from './steady-clock.ts';

const START = 1_795_000_000_000;

testOnEach(
  'a clock that leaps, ahead or back, is believed after a day (catches: at once, at the second look)',
  async (_t, open) => {
    const { write } = await open();
    const looks = async (...times: number[]): Promise<boolean[]> => {
      const seen: boolean[] = [];
      for (const time of times) seen.push(await isClockSteady(write, time));
      return seen;
    };
    assert.deepEqual(await looks(START, START + 1), [false, false], 'a new store');
    const day = START + DAY;
    assert.deepEqual(await looks(day, day + HOUR, day + 6 * DAY), [true, true, true]);
    const ahead = START + 3_650 * DAY;
    assert.deepEqual(await looks(ahead, ahead + HOUR, ahead + DAY - 1, ahead + DAY), [
      false,
      false,
      false,
      true,
    ]);
    assert.deepEqual(await looks(day, day + HOUR, day + 2 * DAY), [false, false, true]);
    assert.deepEqual(
      await looks(day + 2 * DAY - 60_000, day + 2 * DAY),
      [true, true],
      'set right by a minute',
    );
  },
);
