/**
 * The ID of each service on its page, by its place in the text. The same in every language and for every
 * title, as links and bookmarks contain them. Blockers hide `social-media`.
 */
export const CHAPTERS = [
  'consulting',
  'branding',
  'marketing',
  'networks',
  'service-5',
  'service-6',
  'service-7',
  'service-8',
] as const;
