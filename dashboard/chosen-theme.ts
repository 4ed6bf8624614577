import { createStore } from './store.ts';
import { deviceIsLight, keepChoice, applyTheme, storedChoice, themeOf, type ThemeChoice } from './theme.ts';

/** The chosen theme, and the theme shown. */
export const theme = createStore(read());

function read() {
  const choice = storedChoice();
  return { choice, shown: themeOf(choice) };
}

function show(choice: ThemeChoice): void {
  const shown = themeOf(choice);
  applyTheme(shown);
  theme.set({ choice, shown });
}

/** Kept in this browser only. */
export function chooseTheme(choice: ThemeChoice): void {
  keepChoice(choice);
  show(choice);
}

deviceIsLight.addEventListener('change', () => show(theme.get().choice));
