/**
 * The ID of each service on its page, in the order of the swing. The same in every language and for every
 * title, as links and bookmarks contain them.
 */
export const PLACES = ['consulting', 'branding', 'marketing', 'social-media'] as const;
