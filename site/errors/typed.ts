/** Elements that somebody can type into. */
export function typedFields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')];
}

/** Whether a change of documents would throw no typed text away. */
export function nothingTyped(): boolean {
  return typedFields().every((field) => field.value === '');
}
