/** What the address means beyond its page, e.g. `/services#branding`. */
export function partMeant(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}

/** To the part of the page that is meant, if any, as the browser goes there when a document is opened. */
export function goToPart(): void {
  const part = partMeant();
  part?.focus({ preventScroll: true });
  part?.scrollIntoView();
}
