import { useLanguage } from '../language/use-language.ts';
import { navbarTexts } from '../navbar/texts.ts';
import { toggleTheme } from './theme.ts';
import styles from './ThemeControl.module.css';

/**
 * Dark and light, as a text button that says what it will do. Both labels stand in the document, which was built
 * before anybody's choice was known: the styles show the one that fits.
 */
export function ThemeControl() {
  const words = navbarTexts[useLanguage().language];
  return (
    <button className={styles.control} type="button" onClick={toggleTheme} data-live="theme">
      <span className={styles.toLight}>{words.themeToLight}</span>
      <span className={styles.toDark}>{words.themeToDark}</span>
    </button>
  );
}
