import { showTheme, storedChoice, themeOf } from './theme.ts';

// Runs before the first paint.
showTheme(themeOf(storedChoice()));
