import type { FileLook } from '#contract/owner/site.ts';

export type TakenFile = Exclude<FileLook, { is: 'refused' }>;

/** Uploads of this tab by the names that values have: shown without asking the server for them again. */
const local = new Map<string, { look: TakenFile; address: string }>();

export function keepLocal(look: TakenFile, content: Blob): void {
  if (!local.has(look.file)) local.set(look.file, { look, address: URL.createObjectURL(content) });
}

/** Where the browser finds a file of the owner. */
export function addressOf(file: string): string {
  return local.get(file)?.address ?? `/api/owner/site/files/${file}`;
}

/** What the server found in a file; undefined: it was uploaded elsewhere, or before a reload. */
export function lookAt(file: string): TakenFile | undefined {
  return local.get(file)?.look;
}
