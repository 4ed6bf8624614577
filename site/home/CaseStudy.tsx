import type { ShownCase } from '#contract/site.ts';
import { useLanguage } from '../language/use-language.ts';
import { Photo } from '../shell/Photo.tsx';
import styles from './CaseStudy.module.css';
import section from './section.module.css';
import { fitOf } from '../shell/fit.ts';
import { homeTexts } from './texts.ts';

/** Three positions of one swing; the last is the current one. */
const STEPS = [
  { step: 'before', x: 6.9, y: 5.2 },
  { step: 'decision', x: 20, y: 8.2 },
  { step: 'after', x: 33.1, y: 5.2 },
] as const;

/** One piece of the owner’s work. */
export function CaseStudy({ story }: { story: ShownCase }) {
  const { language } = useLanguage();
  const { caseTitle, caseSteps } = homeTexts[language];
  const { client, picture } = story;
  return (
    <section className={`${section.section} ${styles.case}`}>
      <div>
        <h2 className={section.title} data-fit={fitOf(caseTitle)}>
          {caseTitle}
        </h2>
        <p className={styles.client}>{client[language]}</p>
        {picture !== null && (
          <Photo
            files={picture.photo}
            alt={picture.alt?.[language] ?? ''}
            sizes="(min-width: 60rem) 38vw, 90vw"
          />
        )}
      </div>
      <ol className={styles.steps}>
        {STEPS.map(({ step, x, y }) => (
          <li key={step}>
            <svg viewBox="0 0 40 12" aria-hidden="true" focusable="false">
              <path d="M4 3.6A30 30 0 0 0 36 3.6" />
              <circle cx={x} cy={y} r="2.6" />
            </svg>
            <h3 data-fit={fitOf(caseSteps[step])}>{caseSteps[step]}</h3>
            <p>{story[step][language]}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
