/** Storage that never throws: where cookies are blocked, even accessing it does. */
function stored(kind: 'localStorage' | 'sessionStorage') {
  return {
    recall(key: string): string | null {
      try {
        return globalThis[kind].getItem(key);
      } catch {
        return null;
      }
    },
    /** Stored if the browser allows it; the page works either way. */
    keep(key: string, value: string): void {
      try {
        globalThis[kind].setItem(key, value);
      } catch {
        // Blocked or full: the value lasts as long as the page.
      }
    },
    forget(isMeant: (key: string) => boolean): void {
      try {
        for (const key of Object.keys(globalThis[kind]).filter(isMeant)) globalThis[kind].removeItem(key);
      } catch {
        // Nothing was stored.
      }
    },
  };
}

/** Persists in this browser. */
export const local = stored('localStorage');
/** Lasts as long as this tab. */
export const tab = stored('sessionStorage');
