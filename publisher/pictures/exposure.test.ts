import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast } from '#contract/contrast.ts';
import { strengthFor, WORST, type ExposureReading } from './exposure.ts';

const ALL = { left: 0, top: 0, right: 1, bottom: 1 };
const DARK: ExposureReading = { theme: 'dark', part: ALL, ink: '#aeb1aa', ratio: 4.7 };
const LIGHT: ExposureReading = { theme: 'light', part: ALL, ink: '#4b5352', ratio: 4.7 };

/** One row. */
const pixels = (...colours: number[][]) => ({
  data: new Uint8ClampedArray(colours.flatMap((colour) => [...colour, 255])),
  width: colours.length,
  height: 1,
});

/** A pixel under black or white of an opacity, as browsers draw it. */
function under([...channels]: number[], theme: 'dark' | 'light', opacity: number): string {
  const end = theme === 'dark' ? 0 : 255;
  const shown = channels.map((channel) => Math.round(channel + (end - channel) * opacity));
  return `#${shown.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

test('every colour is exposed as far as an ink needs it, and no farther (catches: by its grey; an average; always the most)', () => {
  const steps = [0, 85, 170, 255];
  for (const reading of [DARK, LIGHT])
    for (const red of steps)
      for (const green of steps)
        for (const blue of steps) {
          const colour = [red, green, blue];
          const strength = strengthFor(pixels([90, 90, 90], colour), {
            ...reading,
            part: { ...ALL, left: 0.5 },
          });
          const ratioAt = (opacity: number) => contrast(under(colour, reading.theme, opacity), reading.ink);
          assert.ok(
            ratioAt(strength) > reading.ratio - 0.05,
            `${reading.theme} ${colour}: ${ratioAt(strength)}`,
          );
          if (strength > 0) assert.ok(ratioAt(strength - 0.02) < reading.ratio, `${colour}: ${strength}`);
        }
});

test('one pixel of the part decides, none beside it (catches: a mean; the whole picture)', () => {
  const row = pixels([0, 0, 0], [0, 0, 0], [0, 0, 0], [255, 255, 255]);
  assert.equal(strengthFor(row, DARK), strengthFor(WORST.dark, DARK));
  assert.equal(strengthFor(row, { ...DARK, part: { ...ALL, right: 0.75 } }), 0);
  assert.equal(strengthFor(row, LIGHT), strengthFor(WORST.light, LIGHT));
});
