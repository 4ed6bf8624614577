import type { Page } from '@playwright/test';
import type { TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { page as en, type Text } from '#site/text/en/page.ts';
import { page as pt } from '#site/text/pt/page.ts';
import { hydrated } from './chunks.ts';
import { expect } from './test.ts';

export type Theme = 'dark' | 'light';
export const THEMES: Theme[] = ['dark', 'light'];

/** The words a visitor reads and a screen reader says. */
export const WORDS = { en: wordsOf(en, /^EN\b/), pt: wordsOf(pt, /^PT\b/) };

function wordsOf({ soon, privacy }: Text, toggle: RegExp) {
  return {
    title: soon.title,
    working: soon.workingMessage,
    subtle: soon.subtleMessage,
    prompt: soon.subscribeMessage,
    button: soon.subscribeButton,
    leaveEmpty: soon.leaveEmpty,
    success: soon.successMessage,
    inbox: soon.inbox,
    error: soon.errorMessage,
    follow: soon.socialText,
    toggle,
    pause: soon.pauseSwing,
    resume: soon.resumeSwing,
    note: privacy.note,
    privacy: privacy.link,
    close: privacy.close,
  };
}

type Opening = { language?: Language; theme?: Theme; address?: string };

/** Opens a page in a theme and language and waits for hydration. */
export async function openSoon(
  page: Page,
  { language = 'en', theme = 'dark', address }: Opening = {},
): Promise<void> {
  await page.addInitScript(
    (dark) => {
      localStorage.setItem('darkMode', dark);
    },
    String(theme === 'dark'),
  );
  await page.goto(address ?? `/soon?lang=${language}`);
  await hydrated(page);
}

/** Changes the theme without a reload, as the theme control does, and without fading. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  }, theme);
}

/** Shows a theme together with its picture, which loads only when needed. */
export async function showPicture(page: Page, theme: Theme, place = '[aria-hidden]'): Promise<void> {
  await showTheme(page, theme);
  await page.evaluate(async (selector) => {
    const picture = /url\("([^"]+\.avif)"\)/.exec(
      getComputedStyle(document.querySelector(selector)!, '::before').backgroundImage,
    );
    if (!picture?.[1]) throw new Error('no picture');
    const image = Object.assign(new Image(), { src: picture[1] });
    await image.decode();
  }, place);
}

/** Maximum duration of a fade, e.g. of a dialog, in milliseconds. */
const FADE_MS = 300;

/** Stops all animation, with the title at one end of its swing (0) or the other (1). */
export async function holdStill(page: Page, end: 0 | 1 = 0): Promise<void> {
  await page.evaluate(
    ([part, fadeMs]) => {
      for (const animation of document.getAnimations()) {
        const { target } = animation.effect as KeyframeEffect;
        const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
        const isFade = iterations === 1 && Number(duration) <= fadeMs;
        // After a change of language the new words fade in (LanguageToggle).
        if (animation instanceof CSSTransition || isFade || target?.localName === 'main') animation.finish();
        // Scroll-driven animations stand still as long as nobody scrolls.
        const followsScroll = !(animation.timeline instanceof DocumentTimeline);
        if (followsScroll || isFade || !(animation instanceof CSSAnimation)) continue;
        animation.pause();
        animation.currentTime = Math.max(0, Number(duration) * part - 1);
      }
    },
    [end, FADE_MS] as const,
  );
}

export async function subscribe(page: Page, language: Language, address = 'ana@exemplo.com'): Promise<void> {
  await page.getByLabel(WORDS[language].prompt).fill(address);
  await page.getByRole('button', { name: WORDS[language].button }).click();
}

/** Without the network the page shows an error. */
export async function subscribeInVain(page: Page, language: Language): Promise<void> {
  await page.route('**/api/subscribe', (route) => route.abort());
  await subscribe(page, language);
  await expect(page.getByRole('alert')).toHaveText(WORDS[language].error);
  await page.unroute('**/api/subscribe');
}

/** The browser's own log entry for a request that failed on purpose. */
export const FAILED_REQUEST = /Failed to load resource/;
