import { foldersByStore, keptCopies } from './kept.ts';
import { OLDER_STORE } from './name.ts';
import type { Numbers } from './numbers.ts';
import type { Target } from './target.ts';

/** Another list in the same target that somebody should know of. `until`: of its newest object, by its clock. */
type Other = { store: string; until: number; is: 'written' | 'before' };

/** Watches what other servers copy to the same target. */
export class Others {
  readonly #target: Target;
  /** The newest object by store, at the last look. */
  #seen: Map<string, string> | null = null;

  constructor(target: Target) {
    this.#target = target;
  }

  /** `written`: since the last look; `before`: this list began when that one had ended, and was not restored from it. */
  async look({ store, since }: Pick<Numbers, 'store' | 'since'>): Promise<Other[]> {
    const folders = await foldersByStore(this.#target);
    folders.delete(store);
    const seen = new Map<string, string>();
    const others: Other[] = [];
    for (const [other, [folder]] of folders) {
      const [copy] = await keptCopies(this.#target, folder);
      const [first, last] = [copy?.objects[0], copy?.objects.at(-1)];
      if (first === undefined || last === undefined) continue;
      seen.set(other, last.name);
      const isWritten = this.#seen !== null && this.#seen.get(other) !== last.name;
      const isBefore = since !== null && first.at < since && other !== OLDER_STORE;
      if (isWritten || isBefore)
        others.push({ store: other, until: last.at, is: isWritten ? 'written' : 'before' });
    }
    this.#seen = seen;
    return others;
  }
}
