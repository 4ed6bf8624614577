import { keep, recall } from '../storage/local.ts';

/** True when nothing is stored, or when the stored text is 'true'; otherwise false. */
const DARK_MODE_KEY = 'darkMode';

function isDark(stored: string | null): boolean {
  return stored === null || stored === 'true';
}

export function showTheme(dark: boolean): void {
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

export function storedTheme(): boolean {
  return isDark(recall(DARK_MODE_KEY));
}

function chooseTheme(dark: boolean): void {
  showTheme(dark);
  keep(DARK_MODE_KEY, String(dark));
}

export function toggleTheme(): void {
  chooseTheme(document.documentElement.dataset['theme'] !== 'dark');
}
