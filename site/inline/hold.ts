// Answers a visitor before React has come, as far as it can, and holds the rest: presses on live controls and
// submits are replayed once React answers them. Brings React in after the first frame, in slices so that no long task
// blocks the page.

import type { Language } from '#contract/language.ts';
import { PATIENCE } from '../errors/patience.ts';
import { claimReload } from '../errors/reload.ts';
import { nothingTyped } from '../errors/typed.ts';
import { show } from './draw.ts';
import { handOver } from './hand-over.ts';
import { replay } from './replay.ts';

/** What is answered at once, by the name in `data-live`. */
type Acts = Partial<Record<string, (control: HTMLElement) => void>>;

/** A control's name and its place among all of that name: elements drawn anew stand in the same order. */
const held: [name: string, place: number][] = [];
let isHolding = true;
const named = (name: string) => [...document.querySelectorAll<HTMLElement>(`[data-live=${name}]`)];
const heldElements = () => held.flatMap(([name, place]) => named(name)[place] ?? []);

function hear(event: Event, acts: Acts): void {
  const { type, target, ctrlKey, metaKey, shiftKey } = event as MouseEvent;
  const control = (target as Element).closest<HTMLElement>(
    type === 'click' ? ':not(form)[data-live]' : '[data-live]',
  );
  const name = control?.dataset['live'];
  // A link into another tab is the browser's own.
  if (!name || ctrlKey || metaKey || shiftKey) return;
  const act = !handOver.taken && acts[name];
  if (!act && !isHolding) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (act) return act(control);
  const place = named(name).indexOf(control);
  // Five presses are one wish to send, but five turns of a switch.
  if (type === 'click' || !held.some((wish) => wish[0] === name && wish[1] === place))
    held.push([name, place]);
  setTimeout(actAlone, PATIENCE);
}

handOver.letGo = () => {
  const elements = heldElements();
  isHolding = false;
  held.length = 0;
  return elements;
};

/** From here on, unless the scripts come after all, what only React answers looks as without JavaScript: see the styles for this mark. */
function showAlone(): void {
  document.documentElement.dataset['alone'] = '';
}

/** Held too long, or when the scripts fail: a form is sent as it is; a link or switch is followed only when that throws no typed text away. */
function actAlone(): void {
  const elements = heldElements();
  const form = elements.find((element) => element instanceof HTMLFormElement);
  const next = form ?? (nothingTyped() ? elements.at(-1) : undefined);
  if (elements.length > 0) showAlone();
  if (!next) return;
  handOver.letGo();
  replay(next);
}

/** An old page after a new release: its scripts may be gone. One reload brings the new page, never over typed text or an answer. */
function recover(): void {
  if (claimReload() && nothingTyped() && held.length === 0 && !handOver.status) return location.reload();
  handOver.taken = false;
  showAlone();
  actAlone();
  handOver.letGo();
}

async function bringReact(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  for (const link of links) link.media = '';
  for (const link of links) {
    await import(/* @vite-ignore */ link.href);
    await new Promise((done) => setTimeout(done));
  }
}

export function begin(acts: Acts): void {
  const { dataset } = document.documentElement;
  // See early.ts: the page is not painted before it speaks the stored language.
  if (dataset['swap']) show(dataset['swap'] as Language);
  delete dataset['swap'];
  for (const type of ['click', 'submit']) addEventListener(type, (event) => hear(event, acts), true);
  requestAnimationFrame(() => setTimeout(() => bringReact().catch(recover)));
}
