/** Performs the action as a visitor would. */
export function replay(element: HTMLElement): void {
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}
