import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { themeOn } from '#contract/content/accent.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { SiteConfig } from '#contract/site.ts';
import type { Accents } from './accent.ts';
import { coloursOf } from './pictures/colours.ts';
import type { DrawOnce } from './pictures/kept.ts';
import { ICONS, markSvg } from './pictures/mark.ts';
import { MATERIAL } from './program.ts';
import type { Output } from './output.ts';

/** The words in the pictures of shared links: the titles of the Coming Soon page and of the site. */
export type PictureTitles = Record<'soon' | 'site', Record<Language, string>>;

/**
 * Draws the pictures of shared links and the icons from brand, tokens and words. Those drawn before are reused; the
 * drawing library is then not even loaded.
 * @param from the folder of the compiled program, and what of the scene behind the titles is the owner's.
 */
export async function writePictures(
  { brand }: SiteConfig,
  accents: Accents | null,
  titles: PictureTitles,
  from: { program: string; scene: Buffer | null; bob: Buffer | null },
  drawOnce: DrawOnce,
  out: Output,
): Promise<void> {
  const [tokens, font, still] = await Promise.all([
    readFile(join(from.program, MATERIAL.tokens), 'utf8'),
    readFile(join(from.program, MATERIAL.font)),
    from.scene ?? readFile(join(from.program, MATERIAL.scene)),
  ]);
  const scene = from.bob === null ? [still] : [still, from.bob];
  const colours = (theme: 'dark' | 'light') => ({
    ...coloursOf(tokens, theme),
    ...(accents && { accent: accents[theme].accent }),
  });
  const { ground } = brand;
  const onGround = colours(themeOn(ground));
  out.write('favicon.svg', markSvg(ground, onGround));
  const icons = Object.entries(ICONS).map(async ([file, icon]) => {
    const picture = await drawOnce({ icon, ground, colours: onGround }, [], async () => {
      const { drawIcon } = await import('./pictures/icon.ts');
      return drawIcon(icon, ground, onGround);
    });
    out.write(file, picture);
  });
  const ofLinks = (['soon', 'site'] as const).flatMap((name) =>
    LANGUAGES.map(async (language) => {
      const shared = { brand, title: titles[name][language], colours: colours('dark') };
      const picture = await drawOnce(shared, [font, ...scene], async () => {
        const { drawShared } = await import('./pictures/shared.ts');
        return drawShared(shared, { font, scene });
      });
      out.write(`share/${name}-${language}.jpg`, picture);
    }),
  );
  await Promise.all([...icons, ...ofLinks]);
}
