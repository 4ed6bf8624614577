import { useEffect, useState } from 'react';

/** From the last key to a pause. */
const PAUSE_MS = 1000;

/**
 * Whether what is wanted may take the focus: at once, or while somebody types once they pause or leave the field. The
 * rest of their sentence would be lost.
 */
export function useTypingPause(isWanted: boolean): boolean {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const pause = () => setPaused(true);
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    let timer = setTimeout(pause, isTyping ? PAUSE_MS : 0);
    const listening = new AbortController();
    const heard = { capture: true, signal: listening.signal };
    addEventListener('focusout', pause, heard);
    addEventListener(
      'keydown',
      () => {
        clearTimeout(timer);
        timer = setTimeout(pause, PAUSE_MS);
      },
      heard,
    );
    return () => {
      clearTimeout(timer);
      listening.abort();
      setPaused(false);
    };
  }, [isWanted]);
  return isWanted && isPaused;
}
