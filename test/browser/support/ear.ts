import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    announced?: string[];
  }
}

/**
 * Records what a screen reader says about a page, as text: call it before the page is opened. Text in a live
 * region from the start is not announced, only later changes.
 */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const announced: string[] = (window.announced = []);
    const said = new WeakMap<Element, string>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest<HTMLElement>('[role=status], [role=alert], [aria-live]');
        if (!region) continue;
        const words = region.innerText.replaceAll(/\s+/g, ' ').trim();
        if (words === (said.get(region) ?? '')) continue;
        said.set(region, words);
        if (words !== '') announced.push(`${region.role ?? `live, ${region.ariaLive}`}: ${words}`);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Everything announced since the last call, the focused element, and the readable content. */
export async function heard(page: Page, title: string, part: Locator, focus?: Locator): Promise<string> {
  if (focus) await expect(focus).toBeFocused();
  const announced = await page.evaluate(() => window.announced?.splice(0) ?? []);
  const focused = focus ? [`focus: ${await focusOf(page)}`] : [];
  const all = [`== ${title}`, ...announced, ...focused, spoken(await part.ariaSnapshot()), ''];
  // Screen readers ignore the character that keeps "e-mail" on one line.
  return all.join('\n').replaceAll('\u2060', '');
}

/** Removes link targets and the parts of drawn pictures, which nobody hears. */
function spoken(snapshot: string): string {
  const lines = snapshot.split('\n').filter((line) => !/^ *- \/url:/.test(line));
  const isParent = (line: string, next = '') => next.search(/\S/) > line.search(/\S/);
  return lines
    .map((line, at) => (isParent(line, lines[at + 1]) ? line : line.replace(/:$/, '')))
    .map((line) => line.replace(/(- img "[^"]*"):.*/, '$1'))
    .join('\n');
}

/** Role, name, states and description, as the browser exposes them to a screen reader. */
async function focusOf(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page);
  const { result } = await client.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await client.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const [node] = nodes;
  const states = (node?.properties ?? []).filter(
    ({ name, value }) => ['invalid', 'required', 'expanded'].includes(name) && isOn(value.value),
  );
  const described = node?.description?.value ? [`described: "${node.description.value}"`] : [];
  return [
    `${node?.role?.value} "${node?.name?.value ?? ''}"`,
    ...states.map(({ name }) => name),
    ...described,
  ].join(', ');
}

function isOn(value: unknown): boolean {
  return value !== false && value !== 'false';
}
