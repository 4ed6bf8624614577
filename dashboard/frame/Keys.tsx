import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES, PLACES } from '../pages.ts';
import { local } from '../storage.ts';
import { withWords } from '../Words.tsx';

const Help = lazy(() => withWords(() => import('./KeysHelp.tsx')));

/** People who use speech input turn them off in Settings (WCAG 2.1.4). */
const OFF_KEY = 'dashboardKeys';

export function areKeysOn(): boolean {
  return local.recall(OFF_KEY) !== 'off';
}

export function setKeys(on: boolean): void {
  local.keep(OFF_KEY, on ? 'on' : 'off');
}

const G_LASTS_MS = 1500;
const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/** Keyboard shortcuts move and open; none of them launches, stops, sends or erases. */
export function Keys() {
  const [, go] = useLocation();
  const [isHelp, setHelp] = useState(false);
  useEffect(() => {
    let pressedG = 0;
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.closest(TYPED_INTO) !== null;
      if (!areKeysOn() || isTyping || ctrlKey || metaKey || altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const page = PAGES.find((name) => PLACES[name].key === key.toLowerCase());
      if (page !== undefined && Date.now() - pressedG < G_LASTS_MS) go(PLACES[page].path);
      else if (key === '/') focusSearch(event);
      else if (key === '?') setHelp(true);
      else if (key === 'j') moveRow(1);
      else if (key === 'k') moveRow(-1);
      pressedG = key === 'g' ? Date.now() : 0;
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go]);
  return (
    isHelp && (
      <Suspense fallback={null}>
        <Help onClose={() => setHelp(false)} />
      </Suspense>
    )
  );
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/** Rows are links, which Enter opens. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at === -1 ? rows[0] : rows[at + step];
  next?.focus();
}
