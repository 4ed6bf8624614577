import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Field } from './ground.ts';
import type { Shot, Theme } from './shots.ts';
import type { Part } from './trace.ts';

/** A part of a picture, in fractions of its width and height. */
export type Box = { left: number; top: number; right: number; bottom: number };

export type Order = {
  shot: Shot;
  theme: Theme;
  field: Field;
  /** Width of the whole picture in pixels. */
  width: number;
  /** Rays per pixel: a square number. */
  rays: number;
  box: Box;
  seen: Part[];
  casts: boolean;
  /** The bob's angle, and its angle when the light was set. */
  angle: number;
  litAt: number;
};

/** Red, green, blue (0 to 1, for the screen), haze, and coverage of the pixel. */
export const CHANNELS = 5;

export type Rendered = { width: number; height: number; left: number; top: number; values: Float32Array };

/** Renders off the main thread and leaves a core free for other work. */
export async function render(order: Order): Promise<Rendered> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: order });
  const [rendered] = (await once(worker, 'message')) as [Rendered];
  await worker.terminate();
  return rendered;
}
