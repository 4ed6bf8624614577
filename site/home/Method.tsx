import { useLanguage } from '../language/use-language.ts';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import { Steps } from './Steps.tsx';
import { fitOf } from '../shell/fit.ts';
import styles from './Method.module.css';

/** The picture, and below it three positions of one wide swing. */
export function Method() {
  const { methodTitle, method } = homeTexts[useLanguage().language];
  return (
    <section>
      <div className={styles.band}>
        <div className={styles.picture} data-band="" />
        <h2 className={section.title} data-fit={fitOf(methodTitle)}>
          {methodTitle}
        </h2>
      </div>
      <Steps steps={method} level="h3" />
    </section>
  );
}
