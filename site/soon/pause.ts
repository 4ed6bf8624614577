/** Pauses and resumes animation: required beyond five seconds (WCAG 2.2.2). The styles use the mark. */
export function togglePause(): void {
  document.documentElement.toggleAttribute('data-paused');
}
