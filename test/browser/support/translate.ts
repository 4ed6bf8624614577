import type { Page } from '@playwright/test';

/** Mimics a browser's translation: wraps every text, and changes its words. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || parent.closest('script, style, template, [translate=no]') || !text.data.trim()) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `[${text.data}]`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}
