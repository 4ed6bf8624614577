import { PATHS } from '#contract/pages.ts';
import { SwingGlyph } from '#ui/SwingGlyph.tsx';
import { useLanguage } from '../language/use-language.ts';
import { servicesIn } from '../services/texts.ts';
import { isHidden } from '../shell/Part.tsx';
import { PageLink } from '../shell/PageLink.tsx';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import { fitOf } from '../shell/fit.ts';
import styles from './ServiceRows.module.css';

/**
 * The services are positions along one swing. Each row links to its service. On scrolling one
 * bob moves from row to row: see the styles.
 */
export function ServiceRows() {
  const { servicesTitle } = homeTexts[useLanguage().language];
  const services = servicesIn(useLanguage().language);
  return (
    <section className={section.section}>
      <h2 className={section.title} data-fit={fitOf(servicesTitle)}>
        {servicesTitle}
      </h2>
      <ul className={styles.rows}>
        {services.map(({ name, text, chapter, at }) => (
          <li key={chapter}>
            <SwingGlyph at={at} className={styles.glyph} />
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
    </section>
  );
}
