import type { Words } from './migrations.ts';

/**
 * What the owner has read, and lists of what needs a look. Messages that the owner was sent by mail count as read: nobody
 * begins with hundreds of unread ones.
 */
export function ownerMarks({ int }: Words): string {
  return `
   ALTER TABLE message ADD COLUMN read_at ${int};
   UPDATE message SET read_at = created_at WHERE suspect IS NULL AND NOT EXISTS (
     SELECT 1 FROM outbox WHERE about = 'message' AND subject = message.id AND state <> 'sent');
   CREATE INDEX message_unread ON message (id, read_at, suspect) WHERE read_at IS NULL AND suspect IS NULL;
   CREATE INDEX message_held ON message (id, suspect) WHERE suspect IS NOT NULL;
   CREATE INDEX outbox_trouble_listed ON outbox
     ((CASE WHEN held_at IS NOT NULL THEN 'held' ELSE state END), id)
     WHERE (held_at IS NOT NULL OR state IN ('failed', 'unknown'))`;
}
