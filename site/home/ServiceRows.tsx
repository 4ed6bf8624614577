import { SwingGlyph } from '#ui/SwingGlyph.tsx';
import { useServicesText } from '../services/use-services-text.ts';
import { useHomeText } from './use-home-text.ts';
import section from './section.module.css';
import styles from './ServiceRows.module.css';

/** The four services are four positions along one swing. */
export function ServiceRows() {
  const { servicesTitle } = useHomeText();
  const { items } = useServicesText();
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
