import { PATHS } from '#contract/pages.ts';
import { useLanguage } from '../language/use-language.ts';
import { servicesIn } from '../services/texts.ts';
import swing from '../services/Swing.module.css';
import { isHidden } from '../shell/Part.tsx';
import { PageLink } from '../shell/PageLink.tsx';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import { fitOf } from '../shell/fit.ts';
import styles from './ServiceRows.module.css';

/**
 * The services at their places of one upright swing. Each links to its chapter. On scrolling one bob goes along the
 * swing: see the styles and motion.css.
 */
export function ServiceRows() {
  const { servicesTitle } = homeTexts[useLanguage().language];
  const services = servicesIn(useLanguage().language);
  return (
    <section className={section.section}>
      <h2 className={section.title} data-fit={fitOf(servicesTitle)}>
        {servicesTitle}
      </h2>
      <div className={`${swing.swing} ${styles.swing}`} data-n={services.length}>
        <div className={styles.track} data-track="" aria-hidden="true">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <path d="M0 0Q100 50 0 100" />
          </svg>
          <span>
            <span className={styles.bob} data-bob="" />
          </span>
        </div>
        <ul className={styles.rows}>
          {services.map(({ name, text, chapter }) => (
            <li className={swing.place} key={chapter}>
              <h3 data-fit={fitOf(name)}>
                {isHidden('services') ? (
                  name
                ) : (
                  <PageLink href={PATHS.services} fragment={chapter}>
                    {name}
                  </PageLink>
                )}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
