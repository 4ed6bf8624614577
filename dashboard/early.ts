import { showTheme, storedTheme } from './theme.ts';

// Runs before anything is painted.
showTheme(storedTheme());
