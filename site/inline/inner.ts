// The inline script of each document behind the Coming Soon page.
import { toggleTheme } from '../theme/theme.ts';
import { toggleLanguage } from './draw.ts';
import { begin } from './hold.ts';

// React imports these from here, so that each exists once: see `fromDocument` in scripts/build/vite.ts.
export * from '../errors/reload.ts';
export * from '../errors/typed.ts';
export * from '../language/choice.ts';
export * from '../theme/theme.ts';
export * from './hand-over.ts';
export * from './replay.ts';

begin({ language: toggleLanguage, theme: toggleTheme });
