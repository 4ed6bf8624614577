// Apart from the schemas, whose library the dashboard does not load.

/** How many people are shown; characters of a name, and in one language of a role and of what one says. */
export const PEOPLE_LIMITS = { people: 20, name: 60, role: 80, says: 120 } as const;
/** How many there are, and pictures of each; characters in one language; `alt`: of what is read aloud for the picture. */
export const CASE_LIMITS = {
  cases: 6,
  client: 80,
  line: 80,
  asked: 300,
  done: 300,
  since: 300,
  quote: 200,
  by: 80,
  pictures: 2,
  alt: 150,
} as const;
/** How long addresses are kept; at least one. */
export const MAX_MONTHS = 120;
/** Profiles on social networks. */
export const MAX_PROFILES = 6;
/** How many services have a place, shown or not; the first four are built-in. */
export const MAX_SERVICES = 8;
/** Where the words, files and cover of a book are, shown or not; the first two are built-in. */
export const BOOK_PLACES = [0, 1, 2, 3, 4, 5] as const;
export type BookPlace = (typeof BOOK_PLACES)[number];
/** Points of a service. */
export const MAX_POINTS = 8;
