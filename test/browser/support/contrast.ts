import type { Locator, Page } from '@playwright/test';
import { luminance, eachPixel, shoot, type Box, type Picture } from './picture.ts';
import type { Shape } from './scene.ts';

/** Something to check: its boxes on the page, line by line, and its colour. */
export type Ink = { name: string; boxes: Box[]; colour: number[] };
/** `covers`: the shapes that some of its pixels overlap. */
export type Contrast = { name: string; worst: number; covers: string[] };

/** The lines of text in an element, or the box of one without text, in their colour. */
export async function inkOf(name: string, locator: Locator, pseudo?: '::placeholder'): Promise<Ink> {
  const seen = await locator.evaluate((element, part) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      boxes.push(...range.getClientRects());
    }
    if (boxes.length === 0) boxes.push(element.getBoundingClientRect());
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    context.fillStyle = getComputedStyle(element, part).color;
    context.fillRect(0, 0, 1, 1);
    return {
      colour: [...context.getImageData(0, 0, 1, 1).data],
      boxes: boxes.map(({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height })),
    };
  }, pseudo);
  return { name, ...seen };
}

/** The pixels that letters cover in a part of the page. */
type Letters = { clip: Box; covers: Uint8Array };

/**
 * The contrast of each ink with the worst pixel under its letters: pixels that change when the ink is
 * removed. An ink that covers nothing has contrast 0. `shapes`: what ink must not overlap, see scene.ts.
 */
export async function worstContrasts(page: Page, inks: Ink[], shapes: Shape[] = []): Promise<Contrast[]> {
  return contrastsInThemes(page)(inks, shapes);
}

/** The same for several themes: letters that stay in place cover the same pixels, and are located once. */
export function contrastsInThemes(page: Page): (inks: Ink[], shapes: Shape[]) => Promise<Contrast[]> {
  let letters: Letters | undefined;
  return async (inks, shapes) => {
    const clip = letters?.clip ?? roundOf(inks.flatMap(({ boxes }) => boxes));
    // A colour used nowhere else locates ink even where its own colour equals the background.
    const written = letters ? null : await shootIn(page, '#f0f', clip);
    const bare = await shootIn(page, 'transparent', clip);
    const found = (letters ??= { clip, covers: coveredBy(written ?? bare, bare) });
    return inks.map((ink) => contrastOf(ink, found, bare, shapes));
  };
}

function roundOf(boxes: Box[]): Box {
  const x = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.x))));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.y))));
  const width = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) - x;
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) - y;
  return { x, y, width, height };
}

async function shootIn(page: Page, colour: string, clip: Box): Promise<Picture> {
  await paintInk(page, colour);
  const picture = await shoot(page, clip);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return picture;
}

function coveredBy(written: Picture, bare: Picture): Uint8Array {
  return Uint8Array.from({ length: bare.width * bare.height }, (_, at) =>
    Number(differ(written.bytes, bare.bytes, 3 * at)),
  );
}

/** Sets all text and icons to one colour by an extra stylesheet; transparent reveals what is behind them. */
async function paintInk(page: Page, colour: string): Promise<void> {
  await page.evaluate(async (paint) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *, *::before, *::after, ::placeholder {
        color: ${paint} !important; -webkit-text-fill-color: ${paint} !important; transition: none !important;
      }
      svg * { fill: ${paint} !important; stroke: ${paint} !important; }
    `);
    document.adoptedStyleSheets.push(sheet);
    // On a busy machine a screenshot may show the frame before, with each ink in its own colour: contrast 1.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, colour);
}

function contrastOf(
  { name, boxes, colour }: Ink,
  { covers: isCovered }: Letters,
  bare: Picture,
  shapes: Shape[],
): Contrast {
  const own = luminance(colour);
  let worst = 21;
  let isSeen = false;
  const covers = new Set<string>();
  for (const box of boxes) {
    if (box.width < 1 || box.height < 1) continue;
    eachPixel(bare, box, (at, x, y) => {
      if (!isCovered[at / 3]) return;
      isSeen = true;
      for (const shape of shapes) if (isOn(shape, x, y)) covers.add(shape.name);
      worst = Math.min(worst, contrast(own, luminance(bare.bytes, at)));
    });
  }
  return { name, worst: isSeen ? Math.floor(worst * 100) / 100 : 0, covers: [...covers] };
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Partly covered pixels count too; rounding errors do not. */
function differ(one: Buffer, other: Buffer, at: number): boolean {
  const apart = (byte: number) => Math.abs((one[byte] ?? 0) - (other[byte] ?? 0));
  return apart(at) >= 8 || apart(at + 1) >= 8 || apart(at + 2) >= 8;
}

function isOn({ from, to, radius }: Shape, x: number, y: number): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(x - from.x - part * dx, y - from.y - part * dy) < radius;
}

/** The contrast between the darkest and lightest pixel of each element, from one full-page screenshot. */
export async function contrastsWithin(page: Page, elements: Locator[]): Promise<number[]> {
  const { left, top, ...whole } = await page.evaluate(() => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement;
    return { left: scrollX, top: scrollY, width, height };
  });
  const places: Box[] = [];
  for (const element of elements) {
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${String(element)} is not shown`);
    const [x, y] = [Math.floor(box.x + left), Math.floor(box.y + top)];
    const [right, bottom] = [Math.ceil(box.x + left + box.width), Math.ceil(box.y + top + box.height)];
    places.push({ x, y, width: right - x, height: bottom - y });
  }
  const picture = await shoot(page, { x: 0, y: 0, ...whole });
  return places.map((box) => {
    let [darkest, lightest] = [1, 0];
    eachPixel(picture, box, (at) => {
      const light = luminance(picture.bytes, at);
      darkest = Math.min(darkest, light);
      lightest = Math.max(lightest, light);
    });
    return contrast(lightest, darkest);
  });
}
