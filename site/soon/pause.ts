/** Stops and resumes what moves: longer than five seconds it must be possible (WCAG 2.2.2). The styles follow the mark. */
export function togglePause(): void {
  document.documentElement.toggleAttribute('data-paused');
}
