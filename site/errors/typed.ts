/** Elements that accept typed text. */
export function typedFields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')];
}

/** Whether leaving the document would lose no typed text. */
export function nothingTyped(): boolean {
  return typedFields().every((field) => field.value === '');
}
