import { PATHS } from '#contract/pages.ts';
import { PrimaryLink, SecondaryLink } from '../shell/Actions.tsx';
import { isHidden } from '../shell/Part.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import { useLanguage } from '../language/use-language.ts';
import { homeTexts } from './texts.ts';
import styles from './Hero.module.css';

/** The title above the swing that has just ended below its last word. */
export function Hero() {
  const words = homeTexts[useLanguage().language];
  return (
    <section className={styles.hero}>
      <PageTitle className={styles.title} end={<Arc />}>
        {words.title}
      </PageTitle>
      <div className={styles.row}>
        <p className={styles.lead}>{words.lead}</p>
        <p className={styles.actions}>
          <PrimaryLink href={PATHS.contact}>{words.ctaPrimary}</PrimaryLink>{' '}
          {!isHidden('services') && <SecondaryLink href={PATHS.services}>{words.ctaSecondary}</SecondaryLink>}
        </p>
      </div>
    </section>
  );
}

const PIVOT = { x: 648, y: -1828 };
/** The lines begin left of the window, also where the title is wide. */
const START = -168;
const LINES = Array.from({ length: 9 }, (_, line) => lineOf(line));

function shortly(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Nine teeth of one rake. The outer ones lift a little earlier, and the upper ones press less. */
function lineOf(line: number) {
  const radius = 1944 + line * 11.6;
  const fromMiddle = (line - 4) / 4;
  const end = (11.6 - 0.95 * fromMiddle ** 2) * (Math.PI / 180);
  const x = shortly(PIVOT.x + radius * Math.sin(end), 1);
  const y = shortly(PIVOT.y + radius * Math.cos(end), 1);
  const startY = shortly(PIVOT.y + Math.sqrt(radius ** 2 - (PIVOT.x - START) ** 2), 1);
  return {
    d: `M${START} ${startY}A${radius} ${radius} 0 0 0 ${x} ${y}`,
    opacity: shortly(0.28 + 0.09 * line, 2),
    width: shortly(1 + 0.19 * line, 2),
  };
}

function Arc() {
  return (
    <span className={styles.end} aria-hidden="true">
      <span className={styles.arc} data-arc>
        <span className={styles.lines}>
          <svg viewBox="0 0 1440 212">
            {LINES.map(({ d, opacity, width }) => (
              <path key={d} d={d} strokeOpacity={opacity} strokeWidth={width} />
            ))}
          </svg>
        </span>
        <span className={styles.bob} data-bob />
      </span>
    </span>
  );
}
