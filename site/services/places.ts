/**
 * Where each service begins on its page, in the order of the swing. The same in every language and under every title:
 * links and bookmarks hold them.
 */
export const PLACES = ['consulting', 'branding', 'marketing', 'social-media'] as const;
