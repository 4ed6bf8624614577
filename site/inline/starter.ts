// Brings React in after the first frame, in slices so that no long task blocks the page, and keeps whatever a
// visitor does meanwhile: presses on live controls and submits are held and replayed once React answers them.
// Typed text needs no help, because the field is uncontrolled, unless the browser has translated the page before:
// then React draws everything anew.

import { PATIENCE } from '../errors/patience.ts';
import { claimReload } from '../errors/reload.ts';

/** Places among all that answers: elements drawn anew stand in the same order. */
const held: number[] = [];
const live = () => [...document.querySelectorAll<HTMLElement>('[data-live],form[method=post]')];
const fields = () => [
  ...document.querySelectorAll<HTMLInputElement>('form[method=post] :is(input:not([type=hidden]),textarea)'),
];
const typed = () => fields().some((one) => one.value);
const pause = () => new Promise((done) => setTimeout(done));

const html = document.documentElement;
const firstFields = fields();

function hold(event: Event): void {
  const target = event.target as Element;
  const place = live().indexOf(
    (event.type === 'submit' ? target : target.closest('[data-live]')) as HTMLElement,
  );
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  // A link into another tab is the browser's own.
  if (place < 0 || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // Five presses are one wish to subscribe, but five turns of a switch.
  if (event.type === 'click' || !held.includes(place)) held.push(place);
  setTimeout(actAlone, PATIENCE);
}

function heldElements(): HTMLElement[] {
  const all = live();
  return held.flatMap((place) => all[place] ?? []);
}

function letGo(): HTMLElement[] {
  removeEventListener('click', hold, true);
  removeEventListener('submit', hold, true);
  const elements = heldElements();
  held.length = 0;
  return elements;
}

function replay(element: HTMLElement): void {
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

function keepTypedText(): void {
  fields().forEach((now, place) => {
    const text = firstFields[place]?.value;
    if (now.value || !text) return;
    now.value = text;
    now.focus();
  });
}

/** One a task, as they were made: React has then drawn what one changed before the next is read. */
async function answer(): Promise<void> {
  delete html.dataset['alone'];
  keepTypedText();
  for (const element of letGo()) {
    replay(element);
    await pause();
  }
}

/** From here on, unless the scripts come after all, the page looks as without JavaScript: see the styles for this mark. */
function showAlone(): void {
  html.dataset['alone'] = '';
}

/** Held too long, or when the scripts fail: a form is sent as it is; a link or switch is followed only when that throws no typed text away. */
function actAlone(): void {
  const elements = heldElements();
  const form = elements.find((element) => element instanceof HTMLFormElement);
  const next = form ?? (typed() ? undefined : elements.at(-1));
  if (elements.length > 0) showAlone();
  if (!next) return;
  letGo();
  replay(next);
}

/** An old page after a new release: its scripts may be gone. One reload brings the new page, never over typed text. */
function recover(): void {
  const first = claimReload();
  if (first && !typed() && held.length === 0) return location.reload();
  showAlone();
  actAlone();
  letGo();
}

async function start(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  for (const link of links) link.media = '';
  for (const link of links) {
    await import(/* @vite-ignore */ link.href);
    await pause();
  }
}

addEventListener('click', hold, true);
addEventListener('submit', hold, true);
addEventListener('hydrated', () => void answer(), { once: true });
requestAnimationFrame(() => setTimeout(() => start().catch(recover)));
