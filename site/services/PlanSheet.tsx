import { useLanguage } from '../language/use-language.ts';
import type { PlanText } from '../text/en/plan.ts';
import { wording } from '../text/wording.ts';
import { fitOf } from '../shell/fit.ts';
import styles from './Plan.module.css';

const texts = wording(import.meta.glob<PlanText>('/site/text/*/plan.ts', { eager: true, import: 'plan' }));

/** The result of consulting, as a sheet of paper: paper is light in both themes. */
export function PlanSheet() {
  const { title, lead, sheet, example, parts, days, steps } = texts[useLanguage().language];
  return (
    <section className={styles.plan}>
      <div>
        <h2 data-fit={fitOf(title)}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </div>
      <figure className={styles.sheet} data-theme="light">
        <figcaption>
          <span>{sheet}</span> <span>{example}</span>
        </figcaption>
        <div className={styles.parts}>
          {parts.map(({ name, text }) => (
            <div key={name}>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          ))}
        </div>
        <h3>{days}</h3>
        <svg viewBox="0 0 320 40" aria-hidden="true">
          <path d="M6 8A506.1 506.1 0 0 0 314 8" />
          <circle cx="6" cy="8" r="5.5" />
          <circle cx="160" cy="32" r="5" />
          <circle cx="314" cy="8" r="5" />
        </svg>
        <dl className={styles.steps}>
          {steps.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </figure>
    </section>
  );
}
