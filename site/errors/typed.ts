/** All that somebody can type into. */
export function typedFields(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]),textarea')];
}

/** Whether another document would throw nothing away. */
export function nothingTyped(): boolean {
  return typedFields().every((field) => field.value === '');
}
