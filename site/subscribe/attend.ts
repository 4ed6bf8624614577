export type SubscribeStatus = 'idle' | 'sending' | 'failed' | 'done';

/** Moves focus to the new message (`said`) or to the invalid field, never to the body. */
export function attend(
  status: SubscribeStatus,
  field: HTMLElement | null | undefined,
  said: HTMLElement | null | undefined,
): void {
  if (status === 'done') said?.focus();
  if (status !== 'failed') return;
  field?.focus();
  // On a low screen it is below the edge.
  said?.scrollIntoView({ block: 'nearest' });
}
