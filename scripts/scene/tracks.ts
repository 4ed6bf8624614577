import { cameraOf } from './camera.ts';
import { bobAt, type Ground } from './ground.ts';
import type { Box } from './render.ts';
import type { Shot, SceneTheme } from './shots.ts';
import { add, type Vec } from './vectors.ts';

type Point = [x: number, y: number];
/** As in CSS: a, b, c, d, then x and y in hundredths of the layer's own width and height. */
export type Matrix = [number, number, number, number, number, number];

/** How to move each layer so that it shows the bob at `angle`. In pixels of the whole picture. */
export function movesOf(shot: Shot, theme: SceneTheme, ground: Ground) {
  const camera = cameraOf(shot);
  const sun = (theme.sun.azimuth * Math.PI) / 180;
  const away: Vec = [-Math.sin(sun), 0, -Math.cos(sun)];
  const beside: Vec = [away[2], 0, -away[0]];
  const see = (point: Vec): Point => {
    const { u, v } = camera.see(point);
    return [u * shot.width, v * shot.height];
  };
  const bob = (angle: number) => bobAt(shot.arc, angle, ground);

  return {
    /** `from`: the angle at which the layer shows the bob. */
    bob(angle: number, from: number, box: Box): Matrix {
      const size = camera.see(bob(angle)).scale / camera.see(bob(from)).scale;
      return moved([size, 0, 0, size], see(bob(from)), see(bob(angle)), shot, box);
    },
    wire(angle: number, box: Box): Matrix {
      const pivot = see(shot.arc.pivot);
      const rest = minus(see(bob(0)), pivot);
      const now = minus(see(bob(angle)), pivot);
      const size = rest[0] ** 2 + rest[1] ** 2;
      const cos = (rest[0] * now[0] + rest[1] * now[1]) / size;
      const sin = (rest[0] * now[1] - rest[1] * now[0]) / size;
      return moved([cos, sin, -sin, cos], pivot, pivot, shot, box);
    },
    /** On the sand: the projection of two directions there. */
    shadow(angle: number, box: Box): Matrix {
      const below = (at: number) => {
        const [x, , z] = bob(at);
        return [x, ground(x, z), z] as Vec;
      };
      const axes = (at: number) =>
        [away, beside].map((way) => minus(see(add(below(at), way, 0.5)), see(below(at)))) as [Point, Point];
      const [[p, q], [r, s]] = axes(0);
      const [[a, b], [c, d]] = axes(angle);
      const det = p * s - q * r;
      const turn: [number, number, number, number] = [
        (a * s - c * q) / det,
        (b * s - d * q) / det,
        (c * p - a * r) / det,
        (d * p - b * r) / det,
      ];
      return moved(turn, see(below(0)), see(below(angle)), shot, box);
    },
    /** The x coordinate of the shadow's centre in the picture. */
    shade(angle: number): number {
      return camera.see(add(bob(angle), away, 0.6)).u;
    },
  };
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

/** The matrix that turns a layer about its upper left corner and moves the point `from` to `to`. */
function moved(
  [a, b, c, d]: [number, number, number, number],
  from: Point,
  to: Point,
  { width, height }: Shot,
  box: Box,
): Matrix {
  const corner: Point = [box.left * width, box.top * height];
  const [x, y] = minus(from, corner);
  const [toX, toY] = minus(to, corner);
  const right = (toX - a * x - c * y) / ((box.right - box.left) * width);
  const down = (toY - b * x - d * y) / ((box.bottom - box.top) * height);
  return [a, b, c, d, right * 100, down * 100];
}
