/** Local storage that never throws: where cookies are blocked, even accessing it does. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value for the next visit if the browser allows it; this visit works either way. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice lasts as long as the page.
  }
}
