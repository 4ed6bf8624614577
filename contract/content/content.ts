/** JSON as it is parsed. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * What an owner has changed: from the key of a field (`brand.name`, `text.home.title.en`) to its value. A field
 * that is missing has the program's own value. A value never is null itself; a file is its name, a `FileValue`.
 */
export type Content = Readonly<Record<string, Json>>;

/** A file in a value: `<SHA-256 as 64 hex digits>.<extension>`. */
export type FileValue = { file: string };

export const FILE_NAME = /^([0-9a-f]{64})\.([a-z0-9]{1,8})$/;

/** Characters of a field's key. */
export const MOST_KEY_LENGTH = 200;
/** Bytes of a content as JSON. */
export const MOST_CONTENT_BYTES = 1_000_000;
/** Bytes of one file. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;
/** Bytes of all files together. */
export const MOST_FILES_BYTES = 500 * 1024 * 1024;
/** Bytes of a piece in which a file is stored and read. */
export const FILE_PIECE_BYTES = 256 * 1024;
