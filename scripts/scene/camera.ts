import { add, cross, dot, unit, type Vec } from './vectors.ts';
import type { Shot } from './shots.ts';

/** Where a shot is taken from. Places in the picture are parts of its width and height. */
export function cameraOf({ camera, width, height }: Shot) {
  const forward = unit(add(camera.at, camera.from, -1));
  const right = unit([forward[2], 0, -forward[0]]);
  const up = cross(forward, right);
  const reach = Math.tan((camera.view * Math.PI) / 360);
  const wide = reach * (width / height);
  return {
    from: camera.from,
    /** The direction in which a place of the picture is seen. */
    ray(u: number, v: number): Vec {
      return unit(add(add(forward, right, (u * 2 - 1) * wide), up, (1 - v * 2) * reach));
    },
    /** Where a point of the scene stands in the picture, and how large one unit there is, in parts of its width. */
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
