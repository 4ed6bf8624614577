/** Aborts after so many milliseconds. Not `AbortSignal.timeout`, which browsers of 2021 lack. */
export function deadline(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), milliseconds);
  return controller.signal;
}
