import type { Page } from '@playwright/test';

/** Browsers that translate pages, each in its own way. */
export const TRANSLATORS = ['chrome', 'edge', 'safari', 'firefox'] as const;
export type Translator = (typeof TRANSLATORS)[number];

/**
 * Translates a page as a browser does, and what comes into it later, too: each word begins as it did and ends in
 * `X`. Chrome: a text becomes two `<font>`, attributes and `html lang` change. Edge: marks, a lone text is
 * replaced. Safari: texts change in place. Firefox: new texts, inline elements in another order.
 */
export async function translate(page: Page, as: Translator = 'chrome'): Promise<void> {
  await page.evaluate(translateInPage, as);
}

/** A text as the translators here write it. */
export function translated(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => `${word[0]}${word.slice(1).replace(/[aeiou]/g, 'ö')}X`);
}

function translateInPage(as: Translator): void {
  const foreign = (text: string) =>
    text.replace(/\p{L}+/gu, (word) => `${word[0]}${word.slice(1).replace(/[aeiou]/g, 'ö')}X`);
  const KEPT =
    'script, style, template, noscript, code, kbd, textarea, svg, [translate=no], .notranslate, [contenteditable]';
  const done = new WeakSet<Node>();
  const fresh = (text: Text) => {
    const next = document.createTextNode(foreign(text.data));
    done.add(next);
    return next;
  };
  const font = (content: Node, attributes: Record<string, string>) => {
    const element = document.createElement('font');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(content);
    return element;
  };

  function textsIn(root: Element): Text[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return texts.filter(
      (text) => /\p{L}/u.test(text.data) && !done.has(text) && !text.parentElement?.closest(KEPT),
    );
  }

  function attributesIn(root: Element): void {
    for (const element of root.querySelectorAll('*')) {
      const reader = element.tagName === 'TEXTAREA' ? element.parentElement : element;
      if (reader?.closest(KEPT)) continue;
      for (const name of ['placeholder', 'title', 'alt', 'aria-label']) {
        const value = element.getAttribute(name);
        if (value && !/X\b/.test(value)) element.setAttribute(name, foreign(value));
      }
    }
  }

  const ways: Record<Translator, (text: Text) => void> = {
    chrome: (text) => text.replaceWith(font(font(fresh(text), { dir: 'auto' }), { dir: 'auto' })),
    edge: (text) => {
      const { parentElement: parent } = text;
      parent?.setAttribute('_msttexthash', String(text.data.length));
      if (parent?.childNodes.length === 1) parent.replaceChildren(fresh(text));
      else text.replaceWith(font(fresh(text), { _mstmutation: '1' }));
    },
    safari: (text) => {
      done.add(text);
      text.data = foreign(text.data);
    },
    firefox: (text) => {
      const { parentElement: parent } = text;
      const children = [...(parent?.childNodes ?? [])];
      const elements = children.filter((child): child is Element => child instanceof Element);
      const isInline = elements.every((one) => getComputedStyle(one).display.startsWith('inline'));
      text.replaceWith(fresh(text));
      if (isInline && elements.length > 1) parent?.append(...[...parent.childNodes].toReversed());
    },
  };

  function pass(): void {
    for (const text of textsIn(document.body)) ways[as](text);
    attributesIn(document.body);
  }
  if (as !== 'edge') document.documentElement.lang = 'de';
  if (as === 'chrome') document.documentElement.classList.add('translated-ltr');
  document.title = foreign(document.title);
  const observer = new MutationObserver(() => {
    observer.disconnect();
    pass();
    watch();
  });
  const watch = () =>
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  pass();
  watch();
}
