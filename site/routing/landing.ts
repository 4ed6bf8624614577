/** The element that the URL's fragment names, e.g. `/services#branding`. */
export function partMeant(): HTMLElement | null {
  return document.getElementById(location.hash.slice(1));
}

/** Scrolls to that element, if any, as the browser does when a document opens. */
export function goToPart(): void {
  const part = partMeant();
  part?.focus({ preventScroll: true });
  part?.scrollIntoView();
}
