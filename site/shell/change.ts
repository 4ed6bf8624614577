import { flushSync } from 'react-dom';

/** The change to make before the view transition captures the new state, in the next frame. */
let due: (() => void) | null = null;
let running: ViewTransition | null = null;

/** The pointer event that began the last press. */
let pressed: MouseEvent | null = null;

const MEANWHILE = ['pointerdown', 'click', 'keydown', 'popstate'] as const;

/**
 * Changes the view, with a view transition if the browser supports it and motion is allowed. `kind` is set
 * as `data-change`, which gives the styles the last change.
 */
export function change(kind: 'page' | 'language', make: () => void): void {
  document.documentElement.dataset['change'] = kind;
  const still = document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || running || !('startViewTransition' in document)) {
    running?.skipTransition();
    return make();
  }
  due = make;
  if (kind === 'page') nameBob();
  running = document.startViewTransition(() => {
    makeDue();
    if (kind === 'page') nameBob();
  });
  // Listeners stay: the click of a press that begins meanwhile may come later.
  for (const event of MEANWHILE) addEventListener(event, goOn, true);
  running.ready.then(scaleBob, () => {});
  void running.finished.finally(end);
}

function makeDue(): void {
  const make = due;
  due = null;
  if (make) flushSync(make);
}

/** Any input ends the transition, and reaches the new page. */
function goOn(event: Event): void {
  if (event.type === 'pointerdown') {
    pressed = event as PointerEvent;
    return;
  }
  // A visitor who goes Back stays there.
  if (event.type !== 'popstate') makeDue();
  running?.skipTransition();
  if (event.target === document.documentElement && event.isTrusted && event instanceof MouseEvent)
    passOn(event);
}

/**
 * The press began or ended on the transition's picture instead of the page. As with any
 * press, the click goes to the element in which it began and ended.
 */
function passOn(click: MouseEvent): void {
  let meant = elementAt(click);
  const begun = pressed ? elementAt(pressed) : meant;
  while (meant && !meant.contains(begun)) meant = meant.parentElement;
  if (meant instanceof HTMLElement) meant.focus({ preventScroll: true });
  meant?.dispatchEvent(new MouseEvent('click', click));
}

function elementAt({ target, clientX, clientY }: MouseEvent): Element | null {
  return target === document.documentElement
    ? document.elementFromPoint(clientX, clientY)
    : (target as Element);
}

function end(): void {
  running = null;
  forgetBob();
}

const bobs = () => [...document.querySelectorAll<HTMLElement>('main [data-bob]')];

function forgetBob(): void {
  for (const bob of bobs()) bob.style.viewTransitionName = '';
}

/** Names the visible bobs of this page and the next alike, so that the transition moves one to the other. */
function nameBob(): void {
  forgetBob();
  const seen = bobs().find((bob) => {
    const { top, right, bottom } = bob.getBoundingClientRect();
    return top > 0 && right > 0 && bottom < innerHeight && bob.checkVisibility({ opacityProperty: true });
  });
  if (seen) seen.style.viewTransitionName = 'bob';
}

/** By default the bob's width and height would be animated, with layout in every frame. Here it is scaled. */
function scaleBob(): void {
  for (const { effect } of document.getAnimations()) {
    if (!(effect instanceof KeyframeEffect) || effect.pseudoElement !== '::view-transition-group(bob)')
      continue;
    const [from, to] = effect.getKeyframes();
    if (!from || !to) return;
    const [before, after] = [parseFloat(String(from['width'])), parseFloat(String(to['width']))];
    // Scales about its centre.
    const off = `${(before - after) / 2}px`;
    const start = `translate(${off}, ${off}) ${String(from['transform'])} scale(${before / after})`;
    effect.setKeyframes({ transform: [start, String(to['transform'])], easing: from.easing });
  }
}
