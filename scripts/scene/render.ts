import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Field } from './ground.ts';
import type { Shot, Theme } from './shots.ts';
import type { Part } from './trace.ts';

/** A part of a picture, in parts of its width and height. */
export type Box = { left: number; top: number; right: number; bottom: number };

export type Order = {
  shot: Shot;
  theme: Theme;
  field: Field;
  /** Width of the whole picture in pixels. */
  width: number;
  /** Rays for each pixel: a square number. */
  rays: number;
  box: Box;
  seen: Part[];
  casts: boolean;
  /** Where the bob is, and where it was when the light was set. */
  angle: number;
  litAt: number;
};

/** Red, green, blue (0 to 1, for the screen), haze, and how much of the pixel was met. */
export const CHANNELS = 5;

export type Rendered = { width: number; height: number; left: number; top: number; values: Float32Array };

/** Beside the main thread, on one core: whoever renders goes on working. */
export async function render(order: Order): Promise<Rendered> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: order });
  const [rendered] = (await once(worker, 'message')) as [Rendered];
  await worker.terminate();
  return rendered;
}
