import type { CSSProperties } from 'react';
import { accentIn, LEAST_CONTRAST, OUR_ACCENT, type Accent, type Theme } from '#contract/content/accent.ts';
import type { Facts } from '#contract/content/facts.ts';
import { Breve } from '#ui/Breve.tsx';
import button from '#ui/Button.module.css';
import mark from '#ui/ErrorMark.module.css';
import { Logo } from '#ui/Logo.tsx';
import { Acts, TextButton } from '../../parts/Button.tsx';
import { TickIcon } from '../../parts/icons.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { useFact } from '../use-fact.ts';
import styles from './Accent.module.css';
import { ColourField } from './ColourField.tsx';

const IN_ORDER = ['light', 'dark'] as const;

type Given = Facts['brand.accent'];

/** The accent of a site in a theme. */
export function accentOf(given: Given, theme: Theme): Accent {
  return accentIn(theme, given ?? OUR_ACCENT);
}

/** The accent of a theme for what is drawn below an element with that theme. */
export function accentStyle(given: Given, theme: Theme): CSSProperties {
  const { accent, ink } = accentOf(given, theme);
  return { '--accent': accent, '--on-accent': ink } as CSSProperties;
}

/** One colour, which each theme makes readable, or one for each; and what becomes of it there. */
export function AccentFields({ site }: { site: Site }) {
  const { t } = useWords();
  const { value, set, save } = useFact(site, 'brand.accent');
  const isEach = value !== null && typeof value === 'object';
  function put(next: Given) {
    set(next);
    save();
  }
  return (
    <div>
      {isEach ? (
        <div className={styles.two}>
          {IN_ORDER.map((theme) => (
            <ColourField
              key={theme}
              label={t(`brand.colourOn.${theme}`)}
              field="brand.accent"
              value={value[theme]}
              onChange={(colour) => set({ ...value, [theme]: colour })}
              onLeave={save}
            />
          ))}
        </div>
      ) : (
        <ColourField
          label={t('brand.colour')}
          field="brand.accent"
          value={value}
          ours={OUR_ACCENT.light}
          onChange={set}
          onLeave={save}
        />
      )}
      <div className={styles.boxes}>
        {IN_ORDER.map((theme) => (
          <ThemeBox key={theme} site={site} theme={theme} given={value} />
        ))}
      </div>
      <Acts>
        <TextButton
          onClick={() =>
            put(
              isEach
                ? value.light
                : { dark: accentOf(value, 'dark').accent, light: accentOf(value, 'light').accent },
            )
          }
        >
          {t(isEach ? 'brand.one' : 'brand.each')}
        </TextButton>
        {value !== null && <TextButton onClick={() => put(null)}>{t('brand.back')}</TextButton>}
      </Acts>
    </div>
  );
}

/** How the accent looks in a theme, and whether it can be read there. */
function ThemeBox({ site, theme, given }: { site: Site; theme: Theme; given: Given }) {
  const { t } = useWords();
  const { value: name } = useFact(site, 'brand.name');
  const { value: markAt } = useFact(site, 'brand.markAt');
  const { accent, ratio } = accentOf(given, theme);
  return (
    <div className={styles.box} data-theme={theme} style={accentStyle(given, theme)}>
      <p className={styles.logo}>
        <Logo name={name} markAt={markAt} />
      </p>
      <div className={styles.sample} aria-hidden="true">
        <span className={`${button.button} ${styles.button}`}>
          {t('brand.sampleButton')} <Breve swing="left" className={button.glyph} />
        </span>
        <span className={styles.link}>{t('brand.sampleLink')}</span>
      </div>
      <Contrast ratio={ratio} />
      <p className={styles.made}>{madeOf(t, theme, given, accent)}</p>
    </div>
  );
}

/** The contrast of an accent, with a tick if it can be read; else it is not published. */
export function Contrast({ ratio }: Pick<Accent, 'ratio'>) {
  const { t, number } = useWords();
  const said = t('brand.ratio', {
    // Never rounded up to what is needed.
    ratio: number(Math.floor(ratio * 10) / 10),
    need: number(LEAST_CONTRAST),
  });
  return ratio >= LEAST_CONTRAST ? (
    <p className={styles.read}>
      <TickIcon /> {said}
    </p>
  ) : (
    <p className={`${mark.mark} ${styles.unread}`}>{said}</p>
  );
}

function madeOf(t: ReturnType<typeof useWords>['t'], theme: Theme, given: Given, accent: string): string {
  if (given === null) return t('brand.original');
  if (typeof given !== 'string' || given.toLowerCase() === accent) return t('brand.asIs');
  return t(theme === 'dark' ? 'brand.lighter' : 'brand.darker', { from: given, to: accent });
}
