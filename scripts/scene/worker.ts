import { parentPort, workerData } from 'node:worker_threads';
import { exposed } from '#publisher/pictures/film.ts';
import { cameraOf, type Camera } from './camera.ts';
import { bobAt, groundOf } from './ground.ts';
import { randomFrom, type Random } from './noise.ts';
import { CHANNELS, type SceneJob, type RenderedScene } from './render.ts';
import { tracerOf } from './trace.ts';
import type { Shot, SceneTheme } from './shots.ts';
import { add, smooth, unit } from './vectors.ts';

type Trace = ReturnType<typeof tracerOf>;

/** How much of the picture at a place has not yet faded into the page's colour. */
function left(fade: Shot['fade'], u: number, v: number): number {
  const parts = [
    [fade.left, u],
    [fade.right, u],
    [fade.top, v],
    [fade.bottom, v],
  ] as const;
  return parts.reduce((rest, [range, at]) => rest * (range ? smooth(range[0], range[1], at) : 1), 1);
}

function developed(light: number, { film, exposure }: SceneTheme): number {
  return film === 'linear' ? light : exposed(light * exposure, film);
}

/** One pixel: the mean of rays through a grid of cells in it. */
function pixel(order: SceneJob, camera: Camera, trace: Trace, x: number, y: number, random: Random) {
  const { width, rays, theme, shot } = order;
  const height = (width * shot.height) / shot.width;
  const side = Math.round(Math.sqrt(rays));
  const sum = [0, 0, 0];
  let weight = 0;
  let haze = 0;
  let met = 0;
  for (let i = 0; i < side * side; i++) {
    const u = (x + ((i % side) + random()) / side) / width;
    const v = (y + (Math.floor(i / side) + random()) / side) / height;
    const sight = trace(camera.from, camera.ray(u, v), random);
    if (sight === null) continue;
    met += 1;
    haze += sight.haze;
    const clear = 1 - sight.haze + 1e-4;
    weight += clear;
    for (const c of [0, 1, 2] as const) sum[c]! += Math.min(sight.colour[c], 5) * clear;
  }
  if (met === 0) return [0, 0, 0, 1, 0];
  const colour = sum.map((light) => developed(light / weight, theme));
  return [...colour, haze / met, met / (side * side)];
}

function renderAll(order: SceneJob): RenderedScene {
  const { shot, theme, field, width, box } = order;
  const ground = groundOf(field);
  const bob = bobAt(shot.arc, order.angle, ground);
  const trace = tracerOf({
    ground,
    theme,
    bob,
    lit: bobAt(shot.arc, order.litAt, ground),
    lean: unit(add(shot.arc.pivot, bob, -1)),
    haze: [theme.haze[0] + shot.haze, theme.haze[1] + shot.haze],
    seen: order.seen,
    casts: order.casts,
  });
  const camera = cameraOf(shot);
  const height = Math.round((width * shot.height) / shot.width);
  const x0 = Math.floor(box.left * width);
  const y0 = Math.floor(box.top * height);
  const columns = Math.ceil(box.right * width) - x0;
  const rows = Math.ceil(box.bottom * height) - y0;
  const values = new Float32Array(columns * rows * CHANNELS);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      // Seeded per pixel, so that two renderings differ only where the scene does.
      const random = randomFrom((y + y0) * 9781 + (x + x0) * 6271 + 17);
      const rest = left(shot.fade, (x + x0) / width, (y + y0) / height);
      const values5 = rest === 0 ? [0, 0, 0, 1, 0] : pixel(order, camera, trace, x + x0, y + y0, random);
      // Haze and fade combine, as both blend into the page.
      values5[3] = 1 - rest * (1 - values5[3]!);
      values.set(values5, (y * columns + x) * CHANNELS);
    }
  }
  return { width: columns, height: rows, left: x0, top: y0, values };
}

const rendered = renderAll(workerData as SceneJob);
// eslint-disable-next-line unicorn/require-post-message-target-origin -- only windows have origins
parentPort?.postMessage(rendered);
