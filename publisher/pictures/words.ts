import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

/** Typography: `size` in pixels, tracking and leading in em. */
export type Type = { size: number; weight: number; tracking: number; leading: number };

/** The fallback fonts of ui/base.css, for letters that the site's own font lacks. */
const FAMILIES = 'Site, Arial, "Liberation Sans", "Helvetica Neue", Roboto, sans-serif';

export function useFont(file: Buffer): void {
  GlobalFonts.register(file, 'Site');
}

export function setType(context: SKRSContext2D, { size, weight, tracking }: Type): void {
  context.font = `${weight} ${size}px ${FAMILIES}`;
  // On some systems the axis of a variable font does not follow the weight.
  context.fontVariationSettings = `'wght' ${weight}`;
  context.letterSpacing = `${size * tracking}px`;
}

/** Distance from the top of a line to its baseline in pixels, as in browsers. */
export function baselineOf(context: SKRSContext2D, type: Type): number {
  // Font metrics are rounded to whole pixels, so measure at a large size.
  const precise = 1000;
  setType(context, { ...type, size: precise });
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  setType(context, type);
  return (type.size * (type.leading + (ascent - descent) / precise)) / 2;
}

/** Returns the letters that no installed font has a glyph for: they would be gaps. */
export function formless(text: string): string[] {
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext('2d');
  setType(context, { size: 32, weight: 400, tracking: 0, leading: 1 });
  return [...new Set(text)].filter((letter) => {
    if (/[\s\p{Cc}\p{Cf}\p{M}]/u.test(letter)) return false;
    context.clearRect(0, 0, 64, 64);
    context.fillText(letter, 16, 44);
    return context.getImageData(0, 0, 64, 64).data.every((value) => value === 0);
  });
}
