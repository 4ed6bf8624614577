/** The arc in a box: its bob hangs from a pivot far above. `t` 0 is the left end, 1 the right end. */
export type Arc = {
  width: number;
  height: number;
  /** The path from `from` to `to`, at the distance `off` from the middle line. */
  path: (from: number, to: number, off?: number) => string;
  /** In degrees from the lowest point. */
  angle: (t: number) => number;
  /** The pivot of the bob. */
  pivot: { x: number; y: number };
  /** The bob's centre at the lowest point. */
  lowest: { x: number; y: number };
  at: (t: number) => { x: number; y: number };
};

/** `width` of the box, `sagitta` of the arc, `r`: radius of the bob. */
export function arcOf(width: number, sagitta: number, r: number): Arc {
  const pad = r + 3;
  const half = width / 2 - pad;
  const radius = (half * half + sagitta * sagitta) / (2 * sagitta);
  const centre = pad + sagitta - radius;
  const end = Math.asin(half / radius);
  const point = (t: number, off = 0) => {
    const angle = -end + 2 * end * t;
    return {
      x: width / 2 + (radius + off) * Math.sin(angle),
      y: centre + (radius + off) * Math.cos(angle),
    };
  };
  const text = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return {
    width,
    height: Math.round(pad * 2 + sagitta),
    path: (from, to, off = 0) => {
      const turn = (radius + off).toFixed(1);
      return `M${text(point(from, off))}A${turn} ${turn} 0 0 0 ${text(point(to, off))}`;
    },
    // Moving right, the bob turns counterclockwise.
    angle: (t) => ((1 - 2 * t) * end * 180) / Math.PI,
    pivot: { x: width / 2, y: centre },
    lowest: { x: width / 2, y: pad + sagitta },
    at: (t) => point(t),
  };
}

/** Returns the lines drawn at `t`: about once a minute another of the nine teeth touches the sand. */
export function teethAt(t: number, r: number): { from: number; off: number; place: number }[] {
  return [4, 5, 3, 6, 2, 7, 1, 8, 0]
    .map((place, i) => ({ place, from: i * 0.053 + (i % 2) * 0.006, off: ((place - 4) * r * 1.86) / 8 }))
    .filter(({ from }) => from < t);
}
