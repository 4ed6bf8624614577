/** Why a mail waits for the owner's word: what the outbox keeps as its reply. */
export const HELD = {
  noOwner: 'OWNER_EMAIL is not set.',
  restored: 'Open when the backup was made.',
} as const;
