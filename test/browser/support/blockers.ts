import type { Page } from '@playwright/test';
import type { HidingRule } from '#test/fixtures/block-lists.ts';

/** What the rules hide of the shown page, or of a document's `html`, and of the markup that it keeps. */
export async function hiddenBy(rules: HidingRule[], page: Page, html?: string): Promise<string[]> {
  const text = html ?? (await page.content());
  const words = new Set(text.toLowerCase().match(/[\w-]+/g));
  // To ask the browser about all 26,000 takes it a second.
  const possible = rules.filter(
    ({ names, texts }) =>
      names.every((name) => words.has(name)) && texts.every((value) => text.includes(value)),
  );
  return page.evaluate(
    ([source, selectors]) => {
      // The dashboard lets no script make HTML of a text.
      const parse = (markup: string) => new DOMParser().parseFromString(markup, 'text/html');
      const shown = source === null ? document : parse(source);
      const kept = [...shown.querySelectorAll('[type="text/html"]')];
      const roots = [shown, ...kept.map(({ textContent }) => parse(textContent))];
      return selectors.filter((selector) => {
        try {
          return roots.some((root) => root.querySelector(selector));
        } catch {
          // Blockers read selectors that browsers don't.
          return false;
        }
      });
    },
    [html ?? null, possible.map(({ selector }) => selector)] as const,
  );
}
