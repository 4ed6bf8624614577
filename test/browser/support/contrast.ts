import type { Locator, Page } from '@playwright/test';
import type { Shape } from './scene.ts';

type Box = { x: number; y: number; width: number; height: number };

/** What is looked at: where on the page it lies, line by line, and its colour. */
export type Ink = { name: string; boxes: Box[]; colour: number[] };
/** `covers`: the shapes that some of its pixels lie on. */
export type Contrast = { name: string; worst: number; covers: string[] };

/** The lines of text inside an element, or the whole of one without text, in the colour it has. */
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

/**
 * The contrast of each ink with the worst pixel that any of its letters covers: those that change when the ink is
 * taken away. `reader` is another page: it decodes the pictures. An ink that covers nothing has contrast 0. `shapes`:
 * what ink must stay clear of, see scene.ts.
 */
export async function worstContrasts(
  page: Page,
  reader: Page,
  inks: Ink[],
  shapes: Shape[] = [],
): Promise<Contrast[]> {
  const boxes = inks.flatMap((ink) => ink.boxes);
  const x = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.x))));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map((box) => box.y))));
  const width = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) - x;
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) - y;
  const clip = { x, y, width, height };
  // A colour that nothing else has shows where ink is, also where its own colour is that of the ground.
  await paintInk(page, '#f0f');
  const written = await shoot(page, clip);
  await paintInk(page, 'transparent');
  const bare = await shoot(page, clip);
  await page.evaluate(() => void (document.adoptedStyleSheets = []));
  const pictures = [written, bare];
  return reader.evaluate(compare, { pictures, inks, shapes, left: x, top: y });
}

/** A part of the whole page as PNG, packed loosely: on a large screen that takes a third of the time. */
async function shoot(page: Page, clip: Box): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...clip, scale: 1 },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  });
  await session.detach();
  return data;
}

/** All text and icons in one colour; transparent leaves what lies behind them. */
async function paintInk(page: Page, colour: string): Promise<void> {
  await page.evaluate((paint) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      *, *::before, *::after, ::placeholder {
        color: ${paint} !important; -webkit-text-fill-color: ${paint} !important; transition: none !important;
      }
      svg * { fill: ${paint} !important; stroke: ${paint} !important; }
    `);
    document.adoptedStyleSheets = [sheet];
  }, colour);
}

type Pictures = { pictures: string[]; inks: Ink[]; shapes: Shape[]; left: number; top: number };

/** Runs in the reading page. */
async function compare({ pictures, inks, shapes, left, top }: Pictures): Promise<Contrast[]> {
  async function read(picture: string): Promise<OffscreenCanvasRenderingContext2D> {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (!context) throw new Error('no canvas');
    context.drawImage(image, 0, 0);
    return context;
  }

  // WCAG 2.2, relative luminance.
  function luminance(colour: ArrayLike<number>, at: number): number {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
      const share = (colour[at + channel] ?? 0) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function isOn({ from, to, radius }: Shape, x: number, y: number): boolean {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1);
    const part = Math.min(1, Math.max(0, along));
    return Math.hypot(x - from.x - part * dx, y - from.y - part * dy) < radius;
  }

  const [written, bare] = await Promise.all(pictures.map(read));
  return inks.map(({ name, boxes, colour }) => {
    const own = luminance(colour, 0);
    let worst = 21;
    let covered = 0;
    const covers = new Set<string>();
    for (const { x, y, width, height } of boxes) {
      if (width < 1 || height < 1) continue;
      const area = [x - left, y - top, Math.ceil(width), Math.ceil(height)] as const;
      const [inked, { data } = { data: new Uint8ClampedArray() }] = [written, bare].map((one) =>
        one?.getImageData(...area),
      );
      for (let at = 0; at < data.length; at += 4) {
        // Half covered pixels count too; a rounding error does not.
        if (
          [0, 1, 2].every(
            (channel) => Math.abs((inked?.data[at + channel] ?? 0) - (data[at + channel] ?? 0)) < 8,
          )
        )
          continue;
        covered += 1;
        const [right, down] = [(at / 4) % area[2], Math.floor(at / 4 / area[2])];
        for (const shape of shapes) if (isOn(shape, x + right, y + down)) covers.add(shape.name);
        const behind = luminance(data, at);
        worst = Math.min(worst, (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05));
      }
    }
    return { name, worst: covered === 0 ? 0 : Math.floor(worst * 100) / 100, covers: [...covers] };
  });
}

/** Between the darkest and the lightest pixel of each element, on one picture of the whole page. */
export async function contrastsWithin(page: Page, reader: Page, elements: Locator[]): Promise<number[]> {
  const { left, top, ...whole } = await page.evaluate(() => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement;
    return { left: scrollX, top: scrollY, width, height };
  });
  const places: Box[] = [];
  for (const element of elements) {
    const box = await element.boundingBox();
    if (box === null) throw new Error(`${String(element)} is not shown`);
    places.push({ ...box, x: box.x + left, y: box.y + top });
  }
  const picture = await shoot(page, { x: 0, y: 0, ...whole });
  return reader.evaluate(
    async ([encoded, boxes]) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
      });
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const share = Array.from({ length: 256 }, (_, channel) => (channel / 255) ** 2.2);
      return boxes.map(({ x, y, width: across, height: down }) => {
        const [from, to] = [Math.floor(x), Math.ceil(x + across)];
        const [above, below] = [Math.floor(y), Math.ceil(y + down)];
        const { data } = context.getImageData(from, above, to - from, below - above);
        let [darkest, lightest] = [1, 0];
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => share[data[at + channel] ?? 0]);
          const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          darkest = Math.min(darkest, light);
          lightest = Math.max(lightest, light);
        }
        return (lightest + 0.05) / (darkest + 0.05);
      });
    },
    [picture, places] as const,
  );
}
