import { useState } from 'react';
import { useNavbarText } from '../navbar/use-navbar-text.ts';
import { chooseTheme, storedTheme } from './theme.ts';
import styles from './ThemeControl.module.css';

/** Dark and light, as a text button that says what it will do. Only rendered in the browser, so it knows the choice. */
export function ThemeControl() {
  const words = useNavbarText();
  const [dark, setDark] = useState(storedTheme);
  function onClick() {
    chooseTheme(!dark);
    setDark(!dark);
  }
  return (
    <button className={styles.control} type="button" onClick={onClick}>
      <span>{dark ? words.themeToLight : words.themeToDark}</span>
    </button>
  );
}
