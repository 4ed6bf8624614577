import type { Locator } from '@playwright/test';

type Point = { x: number; y: number };
/** All points within `radius` of the line between two points. A disc is a line without length. */
export type Shape = { name: string; from: Point; to: Point; radius: number };
type Scene = { ratio: number; shapes: Shape[] };

const round = (name: string, at: Point, radius: number): Shape => ({ name, from: at, to: at, radius });

/** The bob and its wire in each picture: fractions of its width (`x`, `radius`) and height (`y`). */
const SCENES: Record<string, Scene> = {
  'bg-wide': {
    ratio: 1920 / 1200,
    shapes: [
      round('bob', { x: 0.791, y: 0.4765 }, 0.0405),
      { name: 'wire', from: { x: 0.7275, y: 0 }, to: { x: 0.781, y: 0.414 }, radius: 0.0015 },
    ],
  },
  'bg-tall': {
    ratio: 1080 / 1920,
    shapes: [
      round('bob', { x: 0.7625, y: 0.1785 }, 0.0695),
      // Above this point it is invisible.
      { name: 'wire', from: { x: 0.71, y: 0.065 }, to: { x: 0.739, y: 0.14 }, radius: 0.003 },
    ],
  },
};
/** In pixels: anything closer looks like a touch. */
const GAP = 3;

/** The shapes on the page: the element, or its `::before`, has one of the pictures as its background. */
export async function shapesOf(locator: Locator, pseudo: '::before' | null = '::before'): Promise<Shape[]> {
  const { picture, position, box } = await locator.evaluate((element, part) => {
    const { backgroundImage, backgroundPosition } = getComputedStyle(element, part);
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      picture: backgroundImage,
      position: backgroundPosition,
      box: { x: x + scrollX, y: y + scrollY, width, height },
    };
  }, pseudo);
  const scene = Object.entries(SCENES).find(([name]) => picture.includes(name))?.[1];
  if (!scene) throw new Error(`no scene is known in ${picture}`);
  const width = Math.max(box.width, box.height * scene.ratio);
  const height = width / scene.ratio;
  const [across = '', down = ''] = position.split(' ');
  const left = box.x + inPixels(across, box.width - width);
  const top = box.y + inPixels(down, box.height - height);
  const onPage = ({ x, y }: Point) => ({ x: left + x * width, y: top + y * height });
  return scene.shapes.map(({ name, from, to, radius }) => ({
    name,
    from: onPage(from),
    to: onPage(to),
    radius: radius * width + GAP,
  }));
}

/** Converts a computed background position: a share of the remaining room (may be negative), or a length. */
function inPixels(position: string, room: number): number {
  const [, figure, unit] = /^(-?[\d.]+)(%|px)$/.exec(position) ?? [];
  if (unit === undefined) throw new Error(`a position that is not understood: ${position}`);
  return unit === '%' ? (Number(figure) / 100) * room : Number(figure);
}
