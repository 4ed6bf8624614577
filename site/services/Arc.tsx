import styles from './Arc.module.css';

/** Pixels: at the ends, and in the middle below them. */
const TOP = 6;
const SAG = 42;

/** The whole swing, with a ring at each of its places; the bob is where its chapter is (`--t`). */
export function Arc({ places }: { places: number }) {
  return (
    <div className={styles.arc} aria-hidden="true">
      <svg viewBox="0 0 100 60" preserveAspectRatio="none">
        <path d={`M0 ${TOP}Q50 ${TOP + 2 * SAG} 100 ${TOP}`} />
      </svg>
      <svg>
        {places > 1 &&
          Array.from({ length: places }, (_place, nth) => {
            const t = nth / (places - 1);
            return (
              <circle
                key={nth}
                cx={`${Math.round(1000 * t) / 10}%`}
                cy={Math.round(10 * (TOP + 4 * SAG * t * (1 - t))) / 10}
                r="3"
              />
            );
          })}
      </svg>
      <span data-bob="" />
    </div>
  );
}
