/**
 * `ref` of every text area. React writes `defaultValue` at each render, which replaces the element’s children: what
 * Ctrl-Z takes back would end there, at every letter. Here it writes a property of its own instead.
 */
export function keepUndo(area: HTMLTextAreaElement | null): void {
  if (area !== null)
    Object.defineProperty(area, 'defaultValue', {
      value: area.defaultValue,
      writable: true,
      configurable: true,
    });
}
