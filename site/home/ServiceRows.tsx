import { SwingGlyph } from '#ui/SwingGlyph.tsx';
import { useLanguage } from '../language/use-language.ts';
import { servicesTexts } from '../services/texts.ts';
import { homeTexts } from './texts.ts';
import section from './section.module.css';
import styles from './ServiceRows.module.css';

/** The four services are four positions along one swing. */
export function ServiceRows() {
  const { servicesTitle } = homeTexts[useLanguage().language];
  const { items } = servicesTexts[useLanguage().language];
  return (
    <section className={section.section}>
      <h2 className={section.title}>{servicesTitle}</h2>
      <ul className={styles.rows}>
        {items.map(({ name, text }, place) => (
          <li key={name}>
            <SwingGlyph place={place} className={styles.glyph} />
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
