/** A part of a long list, the newest first: at most `limit` rows whose ids are below `before`. */
export type Page = { limit: number; before: number };
