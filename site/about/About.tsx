import { Closing } from '../closing/Closing.tsx';
import { useLanguage } from '../language/use-language.ts';
import { Part } from '../shell/Part.tsx';
import { PageTitle } from '../shell/PageTitle.tsx';
import type { AboutText } from '../text/en/about.ts';
import { wording } from '../text/wording.ts';
import { values } from '../values.ts';
import styles from './About.module.css';
import { fitOf } from '../shell/fit.ts';
import { People } from './People.tsx';

const texts = wording(import.meta.glob<AboutText>('/site/text/*/about.ts', { eager: true, import: 'about' }));

/** The people behind the name, and how they work. */
export default function About() {
  const words = texts[useLanguage().language];
  return (
    <>
      <div className={styles.page}>
        <PageTitle className={styles.title}>{words.title}</PageTitle>
        <div className={styles.scene}>
          <div className={styles.picture} aria-hidden="true" />
          <div className={styles.words}>
            <p className={styles.lead}>{words.lead}</p>
            <p className={styles.story}>{words.story}</p>
          </div>
        </div>
        <Part name="about.values">
          <h2 className={styles.heading} data-fit={fitOf(words.valuesTitle)}>
            {words.valuesTitle}
          </h2>
          <div className={styles.values}>
            {words.values.map(([value = '', sentence]) => (
              <div key={value}>
                <h3 className={styles.word} data-fit={fitOf(value)}>
                  {value}
                </h3>
                <p className={styles.sentence}>{sentence}</p>
              </div>
            ))}
          </div>
        </Part>
        {values.people !== null && (
          <Part name="about.people">
            <People people={values.people} title={words.peopleTitle} />
          </Part>
        )}
      </div>
      <Closing title={words.closingTitle} lead={words.closingLead} action={words.cta} />
    </>
  );
}
