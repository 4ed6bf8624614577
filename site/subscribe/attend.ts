export type SubscribeStatus = 'idle' | 'sending' | 'failed' | 'done';

/** Focus goes to what has just been said (`said`) or has to be mended, never to the body. */
export function attend(
  status: SubscribeStatus,
  field: HTMLElement | null | undefined,
  said: HTMLElement | null | undefined,
): void {
  if (status === 'done') said?.focus();
  if (status !== 'failed') return;
  field?.focus();
  // On a low screen it comes below the edge.
  said?.scrollIntoView({ block: 'nearest' });
}
