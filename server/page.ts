/** A page of a long list, newest first: at most `limit` rows with ids below `before`. */
export type Page = { limit: number; before: number };
