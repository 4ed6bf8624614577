import { showTheme, storedChoice, themeOf } from './theme.ts';

// Runs before anything is painted.
showTheme(themeOf(storedChoice()));
