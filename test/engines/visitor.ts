import { isDeepStrictEqual } from 'node:util';
import type { Browser } from './browser.ts';

const SECONDS_TO_SEE = 15;
type Spot = { x: number; y: number };

/** A visitor's actions and checks, in any engine. */
export type Visitor = ReturnType<typeof visitorWith>;

export function visitorWith(browser: Browser) {
  /** Runs a function in the page and returns its result. It can use only its arguments. */
  function ask<Value, Args extends unknown[]>(fn: (...args: Args) => Value, ...args: Args): Promise<Value> {
    const values = args.map((value) => JSON.stringify(value)).join();
    return browser.value(`(${fn.toString()})(${values})`) as Promise<Value>;
  }

  /** Waits until the page returns the expected value. Between two documents it returns none. */
  async function sees<Value, Args extends unknown[]>(
    expected: Value,
    fn: (...args: Args) => Value,
    ...args: Args
  ): Promise<void> {
    let last: unknown;
    const isSeen = async () => {
      last = await ask(fn, ...args).catch((error: Error) => error);
      return isDeepStrictEqual(last, expected);
    };
    if (await comesTrue(isSeen)) return;
    throw new Error(
      `sees ${describe(last)}, not ${describe(expected)} by ${fn.toString()} of ${describe(args)}`,
    );
  }

  /** The point at which to click the first matching element, once it has stopped moving. */
  async function spotOf(selector: string, name: string): Promise<Spot> {
    let spot: Spot | null = null;
    const isStill = async () => {
      const before = spot;
      spot = await ask(spotInPage, selector, name).catch(() => null);
      return spot !== null && isDeepStrictEqual(before, spot);
    };
    if (!(await comesTrue(isStill)) || spot === null)
      throw new Error(`finds no ${selector} "${name}" to press`);
    return spot;
  }

  /** `name`: the start of its label or text. */
  async function press(selector: string, name = ''): Promise<void> {
    const { x, y } = await spotOf(selector, name);
    await browser.click(x, y);
  }

  return {
    browser,
    sees,
    press,
    /** Follows a link of header or footer, however small its words leave it. `path`: where it leads. */
    follows: (path: string) =>
      ask((to) => {
        document.querySelector<HTMLElement>(`header a[href^="${to}"], footer a[href^="${to}"]`)?.click();
      }, path),
    /** Types into the field whose label starts with `label`. */
    async types(label: string, text: string): Promise<void> {
      await press('input, textarea', label);
      await browser.type(text);
    },
    /** Opens a page as a first-time visitor. */
    async isNewAt(address: string): Promise<void> {
      await browser.open(address);
      await ask(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await browser.forgetCookies();
      await browser.open(address);
    },
    remembers: (key: string, value: string) =>
      ask((name, text) => localStorage.setItem(name, text), key, value),
    /** Marks this document, to recognise it later. */
    marks: () => ask(() => void (document.documentElement.dataset['mark'] = 'seen')),
    reads: (selector: string, text: string) =>
      sees(text, (one) => document.querySelector(one)?.textContent.replaceAll(/\s+/g, ' ') ?? '', selector),
    isAt: (path: string) => sees(path, () => location.pathname + location.search),
  };
}

/** Polls until the condition is true or the time is over. */
export async function comesTrue(isSo: () => Promise<boolean>, seconds = SECONDS_TO_SEE): Promise<boolean> {
  for (const limit = Date.now() + seconds * 1000; Date.now() < limit;) {
    if (await isSo()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

function describe(value: unknown): string {
  return value instanceof Error ? value.message : JSON.stringify(value);
}

/** Runs in the page: scrolls an element into view; null if there is none, or it is covered. */
function spotInPage(selector: string, name: string): Spot | null {
  const nameOf = (element: HTMLElement) => {
    const { labels } = element as HTMLInputElement;
    return (element.ariaLabel ?? labels?.[0]?.innerText ?? element.innerText).trim();
  };
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.getClientRects().length > 0 && nameOf(element).startsWith(name),
  );
  // While pages change over, a press may reach neither.
  const changes = document.getAnimations().some(({ effect, playState }) => {
    const { pseudoElement } = effect as KeyframeEffect;
    return playState === 'running' && pseudoElement?.startsWith('::view-transition');
  });
  if (found === undefined || changes) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = found.getBoundingClientRect();
  const spot = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const over = document.elementFromPoint(spot.x, spot.y);
  return over !== null && (found.contains(over) || over.contains(found)) ? spot : null;
}
