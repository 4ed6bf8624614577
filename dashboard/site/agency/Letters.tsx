import { useRef, type KeyboardEvent } from 'react';
import { isLetterOf, lettersOf } from '#contract/content/kinds.ts';
import { useWords } from '../../words.ts';
import styles from './Letters.module.css';

type Props = { name: string; at: number | null; onChange: (at: number | null) => void };

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Which letter of the name carries the breve; null: the mark is before the name. */
export function Letters({ name, at, onChange }: Props) {
  const { t } = useWords();
  const group = useRef<HTMLDivElement>(null);
  const letters = lettersOf(name);
  const places = [...letters.map((one) => one.at).filter((place) => isLetterOf(name, place)), null];
  const isShort = letters.some((one) => /\p{L}/u.test(one.letter) && !places.includes(one.at));
  const chosen = places.includes(at) ? at : null;
  function move(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (places.indexOf(chosen) + step + places.length) % places.length;
    onChange(places[next] ?? null);
    group.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  }
  const radio = (place: number | null) => ({
    type: 'button' as const,
    role: 'radio',
    'aria-checked': place === chosen,
    tabIndex: place === chosen ? 0 : -1,
    onClick: () => onChange(place),
    onKeyDown: move,
  });
  return (
    <div>
      <p className={styles.about} id="letters">
        {t('brand.letter')}. {t('brand.letterText')}
        {isShort && ` ${t('brand.letterNot')}`}
      </p>
      <div ref={group} className={styles.letters} role="radiogroup" aria-labelledby="letters">
        {letters.map(({ letter, at: place }) =>
          places.includes(place) ? (
            <button key={place} {...radio(place)}>
              {letter}
              {place === chosen && <Mark />}
            </button>
          ) : (
            <span key={place} aria-hidden="true">
              {letter}
            </span>
          ),
        )}
        <button className={styles.before} {...radio(null)}>
          {t('brand.before')}
        </button>
      </div>
    </div>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 160 66" aria-hidden="true">
      <path d="M34 24A74 74 0 0 0 126 30" />
      <circle cx="137" cy="18" r="18.8" />
    </svg>
  );
}
