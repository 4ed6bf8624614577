import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_KEY } from '#contract/language.ts';
import { recall } from '../storage/local.ts';
import { showTheme, storedTheme } from '../theme/theme.ts';

// Runs in <head>, before the first paint: the theme decides which picture is downloaded, and a document in
// another language than the stored one stays hidden until swap.ts has inserted the right words.
showTheme(storedTheme());

const html = document.documentElement;
const asked = new URLSearchParams(location.search).get('lang');
const stored = recall(LANGUAGE_KEY);
const chosen = stored === null ? html.lang : isLanguage(stored) ? stored : FALLBACK_LANGUAGE;
const wanted = isLanguage(asked) ? asked : chosen;
if (wanted !== html.lang) html.dataset['swap'] = wanted;
