import { useLanguage } from '../language/use-language.ts';
import { navbarTexts } from '../navbar/texts.ts';
import { toggleTheme } from './theme.ts';
import styles from './ThemeControl.module.css';

/**
 * Dark and light, as a text button that names what it will do. Both labels are in the document, as the
 * visitor's choice is unknown at build: the styles show the right one.
 */
export function ThemeControl() {
  const words = navbarTexts[useLanguage().language];
  return (
    <button className={styles.control} type="button" onClick={toggleTheme} data-live="theme">
      <span className={styles.toLight}>{words.themeToLight}</span>{' '}
      <span className={styles.toDark}>{words.themeToDark}</span>
    </button>
  );
}
