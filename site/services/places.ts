/**
 * The ID of each service on its page, in the order of the swing. The same in every language and for every
 * title, as links and bookmarks contain them. Blockers hide `social-media`.
 */
export const CHAPTERS = ['consulting', 'branding', 'marketing', 'networks'] as const;
