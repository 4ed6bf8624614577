import { local } from './storage.ts';

/** The public site's own choice: one browser, one theme. */
const DARK_MODE_KEY = 'darkMode';

export type Theme = 'dark' | 'light';

/** Dark unless light was chosen. */
export function storedTheme(): Theme {
  return [null, 'true'].includes(local.recall(DARK_MODE_KEY)) ? 'dark' : 'light';
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  local.keep(DARK_MODE_KEY, String(theme === 'dark'));
}
