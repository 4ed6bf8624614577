/** Storage that never throws: merely touching it does where cookies are blocked. */
function stored(kind: 'localStorage' | 'sessionStorage') {
  return {
    recall(key: string): string | null {
      try {
        return globalThis[kind].getItem(key);
      } catch {
        return null;
      }
    },
    /** Where the browser allows it; this page works either way. */
    keep(key: string, value: string): void {
      try {
        globalThis[kind].setItem(key, value);
      } catch {
        // Blocked or full: it lasts as long as the page.
      }
    },
    forget(isMeant: (key: string) => boolean): void {
      try {
        for (const key of Object.keys(globalThis[kind]).filter(isMeant)) globalThis[kind].removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

/** Stays in this browser. */
export const local = stored('localStorage');
/** Stays as long as this tab. */
export const tab = stored('sessionStorage');
