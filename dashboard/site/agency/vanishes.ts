import { contrast } from '#contract/contrast.ts';

/** Contrast from which a shape is seen (WCAG 2, 1.4.11, asks for 3 where it must be). */
const SEEN = 1.5;
/** Share of what is drawn that must be seen. */
const ENOUGH = 0.25;

/** Whether hardly anything of a picture is seen on a ground. `pixels`: red, green, blue, opacity of each. */
export function vanishes(pixels: Uint8ClampedArray, ground: string): boolean {
  let [drawn, seen] = [0, 0];
  const known = new Map<string, boolean>();
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = (pixels[at + 3] ?? 0) / 255;
    if (opacity < 0.1) continue;
    drawn += opacity;
    const colour = `#${[0, 1, 2].map((part) => hexOf((pixels[at + part] ?? 0) & 0xf0)).join('')}`;
    let isSeen = known.get(colour);
    if (isSeen === undefined) known.set(colour, (isSeen = contrast(colour, ground) >= SEEN));
    if (isSeen) seen += opacity;
  }
  return drawn === 0 || seen / drawn < ENOUGH;
}

function hexOf(part: number): string {
  return part.toString(16).padStart(2, '0');
}
