// Handles actions before hydration as far as possible, and holds the rest: presses on live controls and
// submits are replayed after hydration. Loads React after the first frame, in slices so that no long task
// blocks the page.

import type { Language } from '#contract/language.ts';
import { PATIENCE } from '../errors/patience.ts';
import { claimReload } from '../errors/reload.ts';
import { nothingTyped } from '../errors/typed.ts';
import { show } from './draw.ts';
import { handOver } from './hand-over.ts';
import { replay } from './replay.ts';

/** Actions with an immediate effect, by the name in `data-live`. */
type Acts = Partial<Record<string, (control: HTMLElement) => void>>;

/** A control's name and its index among those of that name: re-rendered elements keep their order. */
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
  // The browser itself handles a link opened in another tab.
  if (!name || ctrlKey || metaKey || shiftKey) return;
  const act = !handOver.taken && acts[name];
  if (!act && !isHolding) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (act) return act(control);
  const place = named(name).indexOf(control);
  // Five presses on a submit button mean one submit, but five on a switch mean five.
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

/** From now on, controls that need React look as without JavaScript: see this mark's styles. */
function showAlone(): void {
  document.documentElement.dataset['alone'] = '';
}

/** Held too long, or scripts failed: submits a form; follows a link or switch if no typed text is lost. */
function actAlone(): void {
  const elements = heldElements();
  const form = elements.find((element) => element instanceof HTMLFormElement);
  const next = form ?? (nothingTyped() ? elements.at(-1) : undefined);
  if (elements.length > 0) showAlone();
  if (!next) return;
  handOver.letGo();
  replay(next);
}

/** An old page after a release: its scripts may be gone. Reloads once, never over typed text or an answer. */
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
  // See early.ts: the page stays hidden until it is in the stored language.
  if (dataset['swap']) show(dataset['swap'] as Language);
  delete dataset['swap'];
  for (const type of ['click', 'submit']) addEventListener(type, (event) => hear(event, acts), true);
  requestAnimationFrame(() => setTimeout(() => bringReact().catch(recover)));
}
