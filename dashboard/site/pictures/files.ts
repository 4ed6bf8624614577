/** Addresses of this tab's uploads by the names that values have: shown without asking the server for them again. */
const local = new Map<string, string>();

export function keepLocal(file: string, content: Blob): void {
  if (!local.has(file)) local.set(file, URL.createObjectURL(content));
}

/** Where the browser finds a file of the owner. */
export function addressOf(file: string): string {
  return local.get(file) ?? `/api/owner/site/files/${file}`;
}
