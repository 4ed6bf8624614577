import type { Browser } from '@playwright/test';
import {
  evaluate,
  IS_INTERACTIVE,
  markInteractive,
  openPhone,
  sleep,
  VERY_SLOW,
  waitFor,
  type Tab,
} from './browser.ts';
import type { Post, Served } from './serve.ts';
import { FIELD, SUCCESS, TOGGLE } from './stacks.ts';

/** The outcome of three visitor actions before hydration. */
export type Early = {
  id: string;
  /** Milliseconds until the page changed its language, or null when the tap was lost. */
  tap: number | null;
  typed: 'kept' | 'lost';
  /** Text and Enter at once: how the address arrived, and what the visitor saw. */
  enter: 'thanked' | 'stored by a form post' | 'lost';
  /** Milliseconds until the page showed that it was sending, or null when it never did. */
  taken: number | null;
  /** Whether any requested URL, or the final one, contained an address. */
  addressInUrl: boolean;
};

type Answered = { tap?: number; enter?: number };
type Watched = typeof globalThis & { answered: Answered };

const TAP_PATIENCE = 9_000;
/** The visitor acts this long after the first paint, in milliseconds. */
const REACTION = 100;
const ATTEMPTS = 4;
const HYDRATED_AFTER_PAINT =
  "performance.getEntriesByName('interactive')[0]?.startTime > performance.getEntriesByName('first-contentful-paint')[0].startTime";

export async function measureEarly(
  browser: Browser,
  served: Served[],
  say: (line: string) => void,
): Promise<Early[]> {
  const rows: Early[] = [];
  for (const page of served) {
    say(`early actions on ${page.stack.name}`);
    page.urls.length = 0;
    const tap = await tapEarly(browser, page);
    const typed = await typeEarly(browser, page);
    const { enter, taken, url } = await enterEarly(browser, page);
    const addressInUrl = [...page.urls, url].some((address) => /(@|%40)x\.pt/i.test(address));
    rows.push({ id: page.stack.id, tap, typed, enter, taken, addressInUrl });
  }
  return rows;
}

async function tapEarly(browser: Browser, page: Served): Promise<number | null> {
  const tab = await openInTime(browser, page);
  await press(tab, TOGGLE);
  await waitFor(tab.cdp, 'answered.tap', TAP_PATIENCE);
  const took = await evaluate<number>(tab.cdp, 'answered.tap');
  await tab.context.close();
  return took ?? null;
}

/** Runs in the page: how long the page took to react to a press, by its own clock. */
function watchAnswers(): void {
  const answered: Answered = ((globalThis as Watched).answered = {});
  let [tap, enter] = [0, 0];
  addEventListener('click', ({ timeStamp }) => (tap ||= timeStamp), true);
  addEventListener('keydown', ({ key, timeStamp }) => (enter ||= key === 'Enter' ? timeStamp : 0), true);
  new MutationObserver(() => {
    const isOther = document.querySelector('h1')?.textContent === 'Em breve';
    if (tap && isOther) answered.tap ??= performance.now() - tap;
    const isTaken = document.querySelector('main form button[aria-busy=true], main [role=status] p');
    if (enter && isTaken) answered.enter ??= performance.now() - enter;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

async function typeEarly(browser: Browser, page: Served): Promise<Early['typed']> {
  const tab = await openInTime(browser, page);
  await type(tab, 'ana@x.pt');
  await waitFor(tab.cdp, IS_INTERACTIVE, TAP_PATIENCE);
  await sleep(600);
  const text = await evaluate<string>(tab.cdp, `document.querySelector('${FIELD}')?.value`);
  await tab.context.close();
  return text === 'ana@x.pt' ? 'kept' : 'lost';
}

async function enterEarly(
  browser: Browser,
  page: Served,
): Promise<Pick<Early, 'enter' | 'taken'> & { url: string }> {
  page.posts.length = 0;
  const tab = await openInTime(browser, page);
  await type(tab, 'rui@x.pt');
  await pressEnter(tab);
  const thanked = await waitFor(tab.cdp, `document.querySelector('${SUCCESS}')`, TAP_PATIENCE);
  const taken = await evaluate<number>(tab.cdp, 'globalThis.answered?.enter');
  const url = tab.page.url();
  await tab.context.close();
  return { enter: outcomeOf(page.posts, thanked), taken: taken ?? null, url };
}

function outcomeOf(posts: Post[], thanked: boolean): Early['enter'] {
  const arrived = posts.filter(({ body }) => /rui(@|%40)x\.pt/.test(body));
  if (arrived.length !== 1) return 'lost';
  if (!arrived[0]?.json) return 'stored by a form post';
  return thanked ? 'thanked' : 'lost';
}

/** On a busy machine the visitor may act after hydration; then the page is opened again. */
async function openInTime(browser: Browser, page: Served): Promise<Tab> {
  for (let attempt = 1; ; attempt++) {
    const tab = await openAndSee(browser, page);
    if (attempt === ATTEMPTS || !(await evaluate<boolean>(tab.cdp, HYDRATED_AFTER_PAINT))) return tab;
    await tab.context.close();
  }
}

/** Opens the page and returns as soon as a visitor can see it and act. */
async function openAndSee(browser: Browser, { address }: Served): Promise<Tab> {
  const tab = await openPhone(browser, VERY_SLOW);
  await tab.page.addInitScript(markInteractive);
  await tab.page.addInitScript(watchAnswers);
  tab.page.goto(address, { waitUntil: 'commit' }).catch(() => {});
  const painted =
    "performance.getEntriesByName('first-contentful-paint').length && document.querySelector('h1')";
  await waitFor(tab.cdp, painted, 20_000, 20);
  await sleep(REACTION);
  return tab;
}

async function press({ cdp }: Tab, selector: string): Promise<void> {
  const middle = `(() => {
    const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  })()`;
  const [x = 0, y = 0] = (await evaluate<number[]>(cdp, middle)) ?? [];
  for (const kind of ['mousePressed', 'mouseReleased'] as const) {
    await cdp.send('Input.dispatchMouseEvent', { type: kind, x, y, button: 'left', clickCount: 1 });
  }
}

async function type(tab: Tab, text: string): Promise<void> {
  await press(tab, FIELD);
  await tab.cdp.send('Input.insertText', { text });
}

async function pressEnter({ cdp }: Tab): Promise<void> {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}
