import type { Theme } from '#contract/content/accent.ts';
import { local } from './storage.ts';

/** Shared with the public site: one browser, one theme. */
const DARK_MODE_KEY = 'darkMode';
/** Follows the device, whatever the public site shows; the public site has no such choice. */
const AS_DEVICE_KEY = 'themeAsDevice';

export type ThemeChoice = Theme | 'device';

/** Dark unless something else was chosen. */
export function storedChoice(): ThemeChoice {
  if (local.recall(AS_DEVICE_KEY) !== null) return 'device';
  return [null, 'true'].includes(local.recall(DARK_MODE_KEY)) ? 'dark' : 'light';
}

export function keepChoice(choice: ThemeChoice): void {
  if (choice === 'device') return local.keep(AS_DEVICE_KEY, 'yes');
  local.forget((key) => key === AS_DEVICE_KEY);
  local.keep(DARK_MODE_KEY, String(choice === 'dark'));
}

export const deviceIsLight = matchMedia('(prefers-color-scheme: light)');

export function themeOf(choice: ThemeChoice): Theme {
  if (choice !== 'device') return choice;
  return deviceIsLight.matches ? 'light' : 'dark';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
