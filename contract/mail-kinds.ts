/** The kinds of outbox rows: each is an entry in server/kinds/kinds.ts. Announcements have their own tables. */
export const MAIL_KINDS = [
  'sign-in',
  'confirm',
  'message',
  'alarm',
  'weekly-summary',
  'book',
  'welcome',
  'forward',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** Returns null for a kind that only another release knows. */
export function mailKindOf(name: string): MailKind | null {
  return MAIL_KINDS.find((kind) => kind === name) ?? null;
}
