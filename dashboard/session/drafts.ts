import { tab } from '../storage.ts';

const PREFIX = 'draft:';

export function draftKey(owner: number, path: string, name: string): string {
  return `${PREFIX}${owner}:${path}:${name}`;
}

/** Deletes drafts of other owners: they are private. */
export function keepDraftsOf(owner: number): void {
  tab.forget((key) => key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${owner}:`));
}

export function forgetDrafts(): void {
  tab.forget((key) => key.startsWith(PREFIX));
}
