import type { BookKind } from '#contract/books.ts';

/** The first bytes of each kind of file, one letter per byte: names prove nothing. */
const KINDS = {
  pdf: /^%PDF-/,
  // The first archive entry, uncompressed (EPUB 3.3, 4.2.2).
  epub: /^PK.{28}mimetypeapplication\/epub\+zip/s,
  jpg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  webp: /^RIFF.{4}WEBP/s,
  avif: /^.{4}ftypavif/s,
  // How XML begins, after a mark or in UTF-16: whether it is an SVG, its root says.
  svg: /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\b|!--|!DOCTYPE\s+(?:\w+:)?svg\b|(?:[\w-]+:)?svg\b)|^(?:\xff\xfe)?<\0|^(?:\xfe\xff)?\0</,
};

export type FileKind = keyof typeof KINDS;
export const FILE_KINDS = Object.keys(KINDS) as FileKind[];
export const PHOTO_KINDS = ['jpg', 'png', 'webp', 'avif'] as const satisfies readonly FileKind[];
export const LOGO_KINDS = ['svg', 'png'] as const satisfies readonly FileKind[];

/** What is in a file of the owner. */
export type FileFacts =
  /** In pixels, upright; of an SVG in its own units. */
  | { kind: (typeof PHOTO_KINDS)[number] | 'svg'; width: number; height: number }
  /** `pages`: null if it does not say so plainly. */
  | { kind: BookKind; pages: number | null };

export function isBookKind(kind: FileKind): kind is BookKind {
  return kind === 'pdf' || kind === 'epub';
}

/** What a file is, as an extension; null if an owner has no use for it. `head`: its first KB. */
export function fileKind(head: string): FileKind | null {
  return FILE_KINDS.find((kind) => KINDS[kind].test(head)) ?? null;
}
