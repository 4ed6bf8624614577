import { tab } from '../storage.ts';

const PREFIX = 'draft:';

export function draftKey(owner: number, path: string, name: string): string {
  return `${PREFIX}${owner}:${path}:${name}`;
}

/** Drafts of other owners go: what was typed is nobody else's. */
export function keepDraftsOf(owner: number): void {
  tab.forget((key) => key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${owner}:`));
}

export function forgetDrafts(): void {
  tab.forget((key) => key.startsWith(PREFIX));
}
