import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '#contract/language.ts';
import type { SiteConfig } from '#contract/site.ts';
import { brandedPicture } from './brand/brand.ts';
import { coloursOf, themeOn } from './pictures/colours.ts';
import { drawnOnce } from './pictures/kept.ts';
import { ICONS, markSvg } from './pictures/mark.ts';
import { ROOT } from './root.ts';
import { accents } from './site.ts';
import { write } from './write.ts';

/** The words in the pictures of shared links: the titles of the Coming Soon page and of the site. */
export type PictureTitles = Record<'soon' | 'site', Record<Language, string>>;

/**
 * Draws the pictures of shared links and the icons from brand, tokens and words. Reuses unchanged pictures of
 * the last build; the drawing library is then not even loaded.
 * @param now milliseconds since 1970.
 */
export async function writePictures(
  { brand }: SiteConfig,
  titles: PictureTitles,
  out: string,
  now: number,
): Promise<void> {
  const [tokens, font, scene] = await Promise.all([
    readFile(join(ROOT, 'ui/tokens.css'), 'utf8'),
    readFile(join(ROOT, 'ui/font/funnel-display.woff2')),
    readFile(brandedPicture(join(ROOT, 'site/soon/background/bg-wide-dark-1920.avif'))),
  ]);
  const colours = (theme: 'dark' | 'light') => ({
    ...coloursOf(tokens, theme),
    ...(accents && { accent: accents[theme].accent }),
  });
  const { ground } = brand;
  const onGround = colours(themeOn(ground));
  await write(join(out, 'favicon.svg'), markSvg(ground, onGround));
  for (const [file, icon] of Object.entries(ICONS)) {
    const picture = await drawnOnce({ icon, ground, colours: onGround }, [], now, async () => {
      const { drawIcon } = await import('./pictures/icon.ts');
      return drawIcon(icon, ground, onGround);
    });
    await write(join(out, file), picture);
  }
  for (const name of ['soon', 'site'] as const) {
    for (const language of LANGUAGES) {
      const shared = { brand, title: titles[name][language], colours: colours('dark') };
      const picture = await drawnOnce(shared, [font, scene], now, async () => {
        const { drawShared } = await import('./pictures/shared.ts');
        return drawShared(shared, { font, scene });
      });
      await write(join(out, 'share', `${name}-${language}.jpg`), picture);
    }
  }
}
