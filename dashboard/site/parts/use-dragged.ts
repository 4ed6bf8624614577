import { useState, type PointerEvent as ReactPointer, type RefObject } from 'react';

/** A row on its way. `by`: pixels from its place. */
export type Dragged = { from: number; to: number; by: number };

/** Below it a press stays a press. */
const LEAST_PX = 4;

/** Drags a row by its handle. `onDrop`: row `from` goes where row `to` is. */
export function useDragged(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);

  function onPointerDown(event: ReactPointer, from: number): void {
    const { pointerId, clientY, button } = event;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    if (button !== 0 || rows.length === 0) return;
    const handle = event.currentTarget as HTMLElement;
    const page = scrollY;
    let now: Dragged | null = null;
    const listening = new AbortController();
    handle.setPointerCapture(pointerId);
    const on = <K extends keyof HTMLElementEventMap>(kind: K, run: (event: HTMLElementEventMap[K]) => void) =>
      handle.addEventListener(kind, run, { signal: listening.signal });

    on('pointermove', ({ clientY: y }) => {
      const by = y - clientY + scrollY - page;
      if (now === null && Math.abs(by) < LEAST_PX) return;
      const at = y + scrollY - page;
      const over = rows.findIndex(({ top, bottom }) => at >= top && at < bottom);
      const end = at < (rows[0]?.top ?? 0) ? 0 : rows.length - 1;
      now = { from, to: over === -1 ? end : over, by };
      setDragged(now);
    });
    on('pointerup', () => {
      listening.abort();
      setDragged(null);
      if (now === null) return;
      // A drag is not a press.
      handle.addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => handle.removeEventListener('click', stop, { capture: true }));
      const top = (rows[now.from]?.top ?? 0) + now.by + page - scrollY;
      onDrop(now.from, now.to);
      const { to } = now;
      requestAnimationFrame(() => settle(list.current?.children[to], top));
    });
    on('pointercancel', () => {
      listening.abort();
      setDragged(null);
    });
  }
  return { dragged, onPointerDown };
}

function stop(event: Event): void {
  event.stopImmediatePropagation();
}

/** A row that was dropped at `top` glides to its place. */
function settle(row: Element | undefined, top: number): void {
  if (row === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const easing = getComputedStyle(row).getPropertyValue('--out');
  const by = top - row.getBoundingClientRect().top;
  row.animate([{ translate: `0 ${by}px` }, { translate: '0' }], { duration: 200, easing });
}
