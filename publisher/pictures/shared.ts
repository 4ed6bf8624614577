import { createCanvas, loadImage, Path2D, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { balancedLines } from '#contract/balanced-lines.ts';
import { SHARE_CARD, SHARE_NAME, SHARE_SIZES, SHARE_TITLE, SHARE_TITLE_SPACE } from '#contract/share-card.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { Colours } from './colours.ts';
import { baselineOf, formless, setType, useFont, type Type } from './words.ts';

/** The picture of a shared link: name and title over the scene of the Coming Soon page. */
type SharedPicture = { brand: SiteConfig['brand']; title: string; colours: Colours };

/** Contents of the source files. `scene`: pictures over each other, the lowest first. */
type Material = { font: Buffer; scene: Buffer[] };

const { width: WIDTH, height: HEIGHT, edge: EDGE } = SHARE_CARD;
const QUALITY = 82;

/** As in ui/Logo.tsx: 200 units are one em. */
const MARK = { arc: 'M34 24A74 74 0 0 0 126 30', bob: { x: 137, y: 18, radius: 18.8 }, line: 15.2, em: 200 };
const OVER_LETTER = { fromMiddle: -0.4, fromTop: -0.075 };
const BEFORE_NAME = { width: 1, height: 0.33 };

/** A JPEG of 1200 × 630. A title or name that is too long is set smaller. */
export async function drawShared(picture: SharedPicture, { font, scene }: Material): Promise<Buffer> {
  useFont(font);
  warnOfGaps(picture);
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.lang = 'en';
  for (const part of scene) await drawScene(context, part);
  drawName(context, picture);
  drawTitle(context, picture);
  return canvas.encode('jpeg', QUALITY);
}

function warnOfGaps({ brand, title }: SharedPicture): void {
  const letters = formless(brand.name + title);
  if (letters.length === 0) return;
  console.error(
    `The picture of shared links has gaps: no font here has ${letters.join(' ')}. Add them to the font in ui/font/, or install one that has them.`,
  );
}

/** Decoding takes longest: once for all titles. */
const decoded = new WeakMap<Buffer, Promise<Image>>();

/** Like `background: 20% 50% / cover`. */
async function drawScene(context: SKRSContext2D, scene: Buffer): Promise<void> {
  const opening = decoded.get(scene) ?? loadImage(scene);
  decoded.set(scene, opening);
  const image = await opening;
  const scale = Math.max(WIDTH / image.width, HEIGHT / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (WIDTH - width) * 0.2, (HEIGHT - height) * 0.5, width, height);
}

function drawName(context: SKRSContext2D, { brand, colours }: SharedPicture): void {
  const { name, markAt } = brand;
  const type = largest(SHARE_NAME, (one) => {
    setType(context, one);
    return context.measureText(name).width + BEFORE_NAME.width * one.size <= WIDTH - 2 * EDGE.x;
  });
  const { size } = type;
  const baseline = EDGE.y + baselineOf(context, type);
  const write = (part: string, x: number) => {
    context.fillStyle = colours.text;
    context.fillText(part, x, baseline);
    return x + context.measureText(part).width;
  };
  if (markAt === null) {
    drawMark(context, { x: EDGE.x, y: baseline - BEFORE_NAME.height * size, size }, colours);
    write(name, EDGE.x + BEFORE_NAME.width * size);
    return;
  }
  // On the page the marked letter is a box of its own, so its neighbours are not kerned with it.
  const left = write(name.slice(0, markAt), EDGE.x);
  const right = write(name.charAt(markAt), left);
  write(name.slice(markAt + 1), right);
  const x = (left + right) / 2 + OVER_LETTER.fromMiddle * size;
  drawMark(context, { x, y: EDGE.y + OVER_LETTER.fromTop * size, size }, colours);
}

/** `x` and `y`: the upper left corner. `size`: font size of the text beside it. */
function drawMark(
  context: SKRSContext2D,
  { x, y, size }: { x: number; y: number; size: number },
  { text, accent }: Colours,
): void {
  const { arc, bob, line, em } = MARK;
  context.save();
  context.translate(x, y);
  context.scale(size / em, size / em);
  context.lineWidth = line;
  context.lineCap = 'round';
  context.strokeStyle = text;
  context.stroke(new Path2D(arc));
  context.beginPath();
  context.arc(bob.x, bob.y, bob.radius, 0, 2 * Math.PI);
  context.fillStyle = accent;
  context.fill();
  context.restore();
}

function drawTitle(context: SKRSContext2D, { title, colours }: SharedPicture): void {
  let lines: string[] = [];
  const type = largest(SHARE_TITLE, (one) => {
    setType(context, one);
    const widthOf = (text: string) => context.measureText(text).width;
    lines = balancedLines(title, SHARE_TITLE_SPACE.width, widthOf);
    const widest = Math.max(...lines.map(widthOf));
    return (
      widest <= SHARE_TITLE_SPACE.width && lines.length * one.size * one.leading <= SHARE_TITLE_SPACE.height
    );
  });
  const height = type.size * type.leading;
  const top = HEIGHT - EDGE.y - lines.length * height + baselineOf(context, type);
  context.fillStyle = colours.text;
  lines.forEach((text, at) => context.fillText(text, EDGE.x, top + at * height));
}

/** The largest type, up to the designed size, that fits. */
function largest(type: Type, fits: (type: Type) => boolean): Type {
  if (fits(type) || type.size <= SHARE_SIZES.smallest) return type;
  return largest({ ...type, size: type.size - SHARE_SIZES.step }, fits);
}
