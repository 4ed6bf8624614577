/** A page of a long list, newest first: at most `limit` rows with ids below `before`. */
export type ListPage = { limit: number; before: number };
