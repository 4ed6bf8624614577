import { useEffect, useState } from 'react';

/** Milliseconds until then, anew each second. */
export function useUndoLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, until - now);
}
