/** Written by scripts/scene. Angles in radians; boxes in hundredths of the picture. */
export type Tracks = {
  size: [number, number];
  from: number;
  to: number;
  /** `moves`: in equal steps from `from` to `to`, the matrix, the offsets right and down, and the opacity. */
  layers: Record<string, { box: number[]; moves?: number[][] }>;
};

export const duration = 2600;

/** The swing of the form's bob (`arrive` in ui/Breve.module.css), from the top: share of time, degrees. */
const ARRIVE = [
  [0.24, -19],
  [0.46, 11],
  [0.66, -6],
  [0.84, 2.5],
  [1, 0],
] as const;

/** Forty per second: straight segments between them are not noticeable. */
const FRAMES = 104;
/** Duration of the fade-in of layers that the still lacks, as a fraction. */
const COMES_IN = 0.06;

export function keyframesOf({ from, to, layers }: Tracks, part: string): Keyframe[] {
  const moves = layers[part]?.moves;
  const isSoft = part === 'sand' || part === 'shadow';
  return Array.from({ length: FRAMES + 1 }, (_, frame) => {
    const time = frame / FRAMES;
    const come = isSoft ? Math.min(1, time / COMES_IN) : 1;
    if (!moves) return { opacity: come };
    const [a, b, c, d, right, down, seen = 1] = between(moves, (angleAt(time, to) - from) / (to - from));
    return {
      opacity: seen * come,
      transform: `translate(${right}%, ${down}%) matrix(${a}, ${b}, ${c}, ${d}, 0, 0)`,
    };
  });
}

/** The bob's angle: a pendulum lingers at its ends, so each half-swing has sine easing. */
function angleAt(time: number, top: number): number {
  let start = 0;
  let angle = top;
  for (const [end, degrees] of ARRIVE) {
    const next = (degrees * Math.PI) / 180;
    if (time <= end) {
      const part = (1 - Math.cos((Math.PI * (time - start)) / (end - start))) / 2;
      return angle + (next - angle) * part;
    }
    start = end;
    angle = next;
  }
  return 0;
}

function between(rows: number[][], part: number): number[] {
  const at = Math.max(0, Math.min(part, 1)) * (rows.length - 1);
  const before = Math.min(Math.floor(at), rows.length - 2);
  return (rows[before] ?? []).map(
    (value, i) => value + ((rows[before + 1]?.[i] ?? value) - value) * (at - before),
  );
}
