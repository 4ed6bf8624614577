import type { Dialect } from './dialect.ts';

/** The second migration: what the owner says. content-tables.ts documents the columns. */
export function contentSchema({ int, blob, strict, keyed }: Dialect): string {
  return `
   CREATE TABLE edition (
     number ${int} PRIMARY KEY,
     at ${int} NOT NULL,
     owner_id ${int},
     content TEXT NOT NULL
   )${strict};
   CREATE TABLE draft (
     field TEXT PRIMARY KEY,
     value TEXT,
     revision ${int} NOT NULL,
     at ${int} NOT NULL,
     owner_id ${int}
   )${strict};
   CREATE TABLE file (
     hash TEXT PRIMARY KEY,
     extension TEXT NOT NULL,
     bytes ${int} NOT NULL,
     whole ${int} NOT NULL DEFAULT 0,
     at ${int} NOT NULL
   )${keyed};
   CREATE TABLE file_piece (
     hash TEXT NOT NULL,
     n ${int} NOT NULL,
     data ${blob} NOT NULL,
     PRIMARY KEY (hash, n)
   )${strict};`;
}

/** The third migration: drafts that were replaced are versions, too. */
export function keptDraftSchema(): string {
  return `ALTER TABLE edition ADD COLUMN kind TEXT NOT NULL DEFAULT 'published'`;
}

/** A later migration: the two books are at places, which contract/content/former.ts reads in contents. */
export function bookPlacesSchema(): string {
  return ['seo', 'ads']
    .map(
      (book, place) => `
   UPDATE draft SET field = 'books.${place}' WHERE field = 'books.${book}';
   UPDATE draft SET field = 'pictures.cover.${place}' WHERE field = 'pictures.cover-${book}';
   UPDATE draft SET field = replace(field, '.${book}.', '.items.${place}.') WHERE field LIKE 'text.products.${book}.%'`,
    )
    .join(';');
}

/** A later migration: a link may show a draft. */
export function draftLinkSchema({ int }: Dialect): string {
  return `ALTER TABLE preview_link ADD COLUMN edition ${int}`;
}
