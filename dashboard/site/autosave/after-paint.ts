/** Runs once a key or a press is shown in its field: what it changes elsewhere takes longer. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
