/** The `owner` of actions on the command line. */
export const BY_COMMAND = 'command line';

/** The actions in the audit log: verbs in the past tense. */
export const AUDIT_ACTIONS = [
  'signed-in',
  'link-made',
  'passkey-added',
  'passkey-removed',
  'passkey-disowned',
  'owner-invited',
  'owner-removed',
  'person-added',
  'person-language',
  'person-released',
  'newsletter-stopped',
  'person-erased',
  'people-exported',
  'people-imported',
  'import-undone',
  'message-answered',
  'message-unanswered',
  'message-released',
  'message-deleted',
  'mails-again',
  'mails-released',
  'launch-words',
  'launch-tested',
  'launch-opened',
  'launch-scheduled',
  'launch-undone',
  'launch-paused',
  'launch-resumed',
  'launch-stopped',
  'launch-again',
  'launch-exported',
  'letter-new',
  'letter-deleted',
  'letter-page',
  'stage-changed',
  'site-saved',
  'site-discarded',
  'site-published',
  'site-undone',
  'site-restored',
  'site-uploaded',
  'settings-changed',
  'draft-shown',
  'preview-made',
  'preview-ended',
  'backup-made',
  'key-confirmed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** GET /audit-log?before=ID: newest first, 50 per page. */
export type AuditEvent = {
  id: number;
  at: number;
  owner: string;
  action: string;
  detail: Record<string, string | number>;
};
export type AuditLogPage = { rows: AuditEvent[]; next: number | null };
