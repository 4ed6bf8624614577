/** Why a mail waits for the owner's word though no limit was reached: what the outbox keeps as its reply. */
export const HELD = {
  noOwner: 'OWNER_EMAIL is not set.',
  restored: 'Open when the backup was made.',
} as const;

export const HELD_BY_NO_LIMIT: readonly string[] = Object.values(HELD);
