/** In any unit: only the proportions count. */
type Shape = { width: number; height: number };
/** From 0 to 1 of width and height. */
export type Point = { x: number; y: number };

/** `object-position` for a picture cut to a shape, so that it shows what the publisher cuts (publisher/pictures/photo.ts). */
export function positionIn(picture: Shape, shape: Shape, focus: Point): string {
  const scale = Math.max(shape.width / picture.width, shape.height / picture.height);
  const across = shareOf(picture.width * scale, shape.width, focus.x);
  const down = shareOf(picture.height * scale, shape.height, focus.y);
  return `${across}% ${down}%`;
}

/** The point is as near to the middle as the edges allow. */
function shareOf(length: number, shown: number, point: number): number {
  const spare = length - shown;
  // Nothing is cut away, but for rounding.
  if (spare < 1e-6 * length) return 50;
  return Math.round(1000 * Math.min(1, Math.max(0, (length * point - shown / 2) / spare))) / 10;
}

const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -0.01, y: 0 },
  ArrowRight: { x: 0.01, y: 0 },
  ArrowUp: { x: 0, y: -0.01 },
  ArrowDown: { x: 0, y: 0.01 },
};

/** Where a key moves the ring: 1%, with Shift 10%; null: the key does not. */
export function movedBy({ key, shiftKey }: { key: string; shiftKey: boolean }, from: Point): Point | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const times = shiftKey ? 10 : 1;
  return within({ x: from.x + times * step.x, y: from.y + times * step.y });
}

/** In whole hundredths, inside of the picture. */
export function within({ x, y }: Point): Point {
  const inside = (share: number) => Math.round(100 * Math.min(1, Math.max(0, share))) / 100;
  return { x: inside(x), y: inside(y) };
}
