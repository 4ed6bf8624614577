import { useEffect, useState } from 'react';
import { balancedLines } from '#contract/balanced-lines.ts';
import type { Language } from '#contract/language.ts';
import { SHARE_CARD, SHARE_SIZES, SHARE_TITLE, SHARE_TITLE_SPACE } from '#contract/share-card.ts';
import { Logo } from '#ui/Logo.tsx';
import type { Site } from '../draft.ts';
import { addressOf } from '../pictures/files.ts';
import { chosenIn } from '../pictures/places.ts';
import { useFact } from '../use-fact.ts';
import { accentStyle } from './Accent.tsx';
import styles from './ShareCard.module.css';

type Props = { site: Site; title: string };

/** The picture of a shared link, as the publisher will draw it from the draft. An image to screen readers. */
export function ShareCard({ site, title }: Props) {
  const { value: name } = useFact(site, 'brand.name');
  const { value: markAt } = useFact(site, 'brand.markAt');
  const { value: accent } = useFact(site, 'brand.accent');
  const { value: scene } = useFact(site, 'pictures.soon');
  const { lines, size } = setTitle(title, useFonts());
  const { dark, light } = chosenIn(scene);
  const own = dark ?? light;
  return (
    <div
      className={styles.card}
      data-theme="dark"
      style={accentStyle(accent, 'dark')}
      role="img"
      aria-label={`${name}: ${title}`}
    >
      {own === null ? (
        <span className={styles.scene} />
      ) : (
        <img
          className={styles.scene}
          src={addressOf(own.file)}
          alt=""
          style={{ objectPosition: `${own.focus.x * 100}% ${own.focus.y * 100}%` }}
        />
      )}
      <span className={styles.name}>
        <Logo name={name} markAt={markAt} />
      </span>
      <b
        className={styles.title}
        style={{ fontSize: `${(100 * size) / SHARE_CARD.width}cqw`, lineHeight: SHARE_TITLE.leading }}
      >
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </b>
    </div>
  );
}

function useFonts(): boolean {
  const [isReady, setReady] = useState(document.fonts.status === 'loaded');
  useEffect(() => void document.fonts.ready.then(() => setReady(true)), []);
  return isReady;
}

/** The title in the largest type that fits. */
function setTitle(title: string, isReady: boolean): { lines: string[]; size: number } {
  const context = document.createElement('canvas').getContext('2d');
  // Measured again with the font of the page.
  if (context === null || !isReady) return { lines: [title], size: SHARE_SIZES.smallest };
  const family = getComputedStyle(document.body).fontFamily;
  const widthOf = (line: string) => context.measureText(line).width;
  for (let size: number = SHARE_TITLE.size; ; size -= SHARE_SIZES.step) {
    context.font = `${SHARE_TITLE.weight} ${size}px ${family}`;
    context.letterSpacing = `${size * SHARE_TITLE.tracking}px`;
    const lines = balancedLines(title, SHARE_TITLE_SPACE.width, widthOf);
    const isIn =
      lines.every((line) => widthOf(line) <= SHARE_TITLE_SPACE.width) &&
      lines.length * size * SHARE_TITLE.leading <= SHARE_TITLE_SPACE.height;
    if (isIn || size <= SHARE_SIZES.smallest) return { lines, size };
  }
}

/** The words in the picture: of the Coming Soon page, or of Home for all others. */
export function shareTitle(site: Site, page: string, language: Language): string {
  const key = page === 'soon' ? 'text.page.soon.title' : 'text.home.title';
  return String(site.valueOf(`${key}.${language}`) ?? '');
}
