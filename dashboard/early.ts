import { applyTheme, storedChoice, themeOf } from './theme.ts';

// Runs before the first paint.
applyTheme(themeOf(storedChoice()));
