/** Characters for whom a preview link is. */
export const PREVIEW_NAME_LIMIT = 80;
