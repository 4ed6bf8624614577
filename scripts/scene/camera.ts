import { add, cross, dot, unit, type Vec } from './vectors.ts';
import type { Shot } from './shots.ts';

/** The camera of a shot. Places in the picture are fractions of its width and height. */
export function cameraOf({ camera, width, height }: Shot) {
  const forward = unit(add(camera.at, camera.from, -1));
  const right = unit([forward[2], 0, -forward[0]]);
  const up = cross(forward, right);
  const reach = Math.tan((camera.view * Math.PI) / 360);
  const wide = reach * (width / height);
  return {
    from: camera.from,
    /** The direction of the ray through a place of the picture. */
    ray(u: number, v: number): Vec {
      return unit(add(add(forward, right, (u * 2 - 1) * wide), up, (1 - v * 2) * reach));
    },
    /** Projects a point into the picture, with the scale of one unit there as a fraction of the width. */
    see(point: Vec): { u: number; v: number; scale: number } {
      const away = add(point, camera.from, -1);
      const depth = dot(away, forward);
      return {
        u: (dot(away, right) / (depth * wide) + 1) / 2,
        v: (1 - dot(away, up) / (depth * reach)) / 2,
        scale: 1 / (depth * wide * 2),
      };
    },
  };
}

export type Camera = ReturnType<typeof cameraOf>;
