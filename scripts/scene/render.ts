import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { HeightField } from './ground.ts';
import type { Shot, SceneTheme } from './shots.ts';
import type { ScenePart } from './trace.ts';

/** A part of a picture, in fractions of its width and height. */
export type Box = { left: number; top: number; right: number; bottom: number };

export type SceneJob = {
  shot: Shot;
  theme: SceneTheme;
  field: HeightField;
  /** Width of the whole picture in pixels. */
  width: number;
  /** Rays per pixel: a square number. */
  rays: number;
  box: Box;
  seen: ScenePart[];
  casts: boolean;
  /** The bob's angle, and its angle when the light was set. */
  angle: number;
  litAt: number;
};

/** Red, green, blue (0 to 1, for the screen), haze, and coverage of the pixel. */
export const CHANNELS = 5;

export type RenderedScene = {
  width: number;
  height: number;
  left: number;
  top: number;
  values: Float32Array;
};

/** Renders off the main thread and leaves a core free for other work. */
export async function renderScene(order: SceneJob): Promise<RenderedScene> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: order });
  const [rendered] = (await once(worker, 'message')) as [RenderedScene];
  await worker.terminate();
  return rendered;
}
