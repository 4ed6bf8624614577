import type { Drawn, Ink, Shape } from './shapes.ts';

export type Legend = readonly { ink: Ink; name: string }[];
export type Picture = { title: string; text: string; drawn: Drawn; legend?: Legend };

const EDGE = 40;
const HEAD = 92;
/** For high-density screens, and for print. */
const SCALE = 2;

/** Returns the figure as a PNG in the page's colours. Drawn in the browser: nothing is loaded or sent. */
export async function chartPicture({ title, text, drawn, legend = [] }: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SCALE * (drawn.width + 2 * EDGE);
  canvas.height = SCALE * (drawn.height + HEAD + 2 * EDGE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const style = getComputedStyle(document.documentElement);
  const colour = (ink: Ink) => style.getPropertyValue(`--${ink}`).trim();
  const family = getComputedStyle(document.body).fontFamily;
  const pen = { context, colour, family };
  context.scale(SCALE, SCALE);
  context.fillStyle = colour('bg');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(EDGE, EDGE);
  write(pen, { text: title, x: 0, y: 24, ink: 'text', size: 26 });
  write(pen, { text, x: 0, y: 56, ink: 'muted', size: 15 });
  drawLegend(pen, legend, drawn.width);
  context.translate(0, HEAD);
  for (const shape of drawn.shapes) draw(pen, shape);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png'),
  );
}

type Pen = { context: CanvasRenderingContext2D; colour: (ink: Ink) => string; family: string };
type Text = { text: string; x: number; y: number; ink: Ink; size: number; align?: CanvasTextAlign };

function write({ context, colour, family }: Pen, { text, x, y, ink, size, align = 'left' }: Text): void {
  context.font = `${size}px ${family}`;
  context.fillStyle = colour(ink);
  context.textAlign = align;
  context.fillText(text, x, y);
}

function drawLegend(pen: Pen, legend: Legend, width: number): void {
  let x = width;
  for (const { ink, name } of legend.toReversed()) {
    write(pen, { text: name, x, y: 56, ink: 'muted', size: 15, align: 'right' });
    x -= pen.context.measureText(name).width + 22;
    pen.context.fillStyle = pen.colour(ink);
    pen.context.fillRect(x, 44, 14, 14);
    x -= 20;
  }
}

const ALIGN = { start: 'left', middle: 'center', end: 'right' } as const;

function draw(pen: Pen, shape: Shape): void {
  const { context, colour } = pen;
  switch (shape.is) {
    case 'path':
      context.strokeStyle = colour(shape.ink);
      context.lineWidth = shape.width;
      context.lineCap = shape.ink === 'line' ? 'butt' : 'round';
      context.lineJoin = 'round';
      context.setLineDash(shape.dash ?? []);
      return context.stroke(new Path2D(shape.d));
    case 'rect':
      context.fillStyle = colour(shape.ink);
      return context.fillRect(shape.x, shape.y, shape.w, shape.h);
    case 'dot':
      context.beginPath();
      context.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
      context.fillStyle = colour(shape.ink);
      context.fill();
      if (shape.ring === undefined) return;
      context.setLineDash([]);
      context.strokeStyle = colour(shape.ring);
      context.lineWidth = 3;
      return context.stroke();
    case 'words':
      return write(pen, { ...shape, size: 13, align: ALIGN[shape.align] });
  }
}
