import { HOUR } from '#contract/time.ts';
import { hashOfStream, keptCopies } from './kept.ts';
import type { Numbers } from './numbers.ts';
import { Others } from './others.ts';
import { seenIn } from './seen.ts';
import type { CopyStanding } from './standing.ts';
import type { Target } from './target.ts';

const CHECK_EVERY_MS = 30 * 24 * HOUR;
/** Milliseconds between two checks of a copy, and of what others copy to the same target. */
const LOOK_EVERY_MS = 300_000;

/** A copy that was sent. */
export type Watched = {
  numbers: Numbers;
  base: string;
  /** Bytes by name. */
  objects: ReadonlyMap<string, number>;
};

/** Looks now and then at what the target has. */
export class Watch {
  readonly #target: Target;
  readonly #now: () => number;
  readonly #standing: CopyStanding;
  readonly #others: Others;
  #othersAt = -Infinity;
  #base = '';
  #lookedAt = -Infinity;
  #seenAt = -Infinity;

  /** `now`: milliseconds since 1970. */
  constructor({ target, now }: { target: Target; now: () => number }, standing: CopyStanding) {
    this.#target = target;
    this.#now = now;
    this.#standing = standing;
    this.#others = new Others(target);
  }

  /** Does what is due. @returns what the target has lost of the copy, for the server administrator; '': nothing */
  async look(copy: Watched): Promise<string> {
    if (this.#isDue(this.#othersAt, LOOK_EVERY_MS)) await this.#lookAround(copy.numbers);
    const isNew = this.#base !== copy.base;
    if (isNew || this.#isDue(this.#seenAt, HOUR)) await this.#seeAll(copy.numbers);
    if (!isNew && !this.#isDue(this.#lookedAt, LOOK_EVERY_MS)) return '';
    const sent = [...copy.objects];
    const copies = await keptCopies(this.#target, copy.base);
    this.#base = copy.base;
    this.#lookedAt = this.#now();
    const there = new Map((copies[0]?.objects ?? []).map(({ name, bytes }) => [name, bytes]));
    const lost = sent.filter(([name, bytes]) => there.get(name) !== bytes);
    if (lost.length > 0) return `Objects of the copy that are missing or cut: ${lost.length}.`;
    // Once in a month, whether it still gives them back.
    if (!this.#isDue(this.#standing.checkedAt, CHECK_EVERY_MS)) return '';
    const isGood = await this.#isGood(sent);
    this.#standing.checked(isGood);
    return isGood ? '' : 'The target gives back something else than it has taken.';
  }

  /** Also after the clock was set back. */
  #isDue(last: number, every: number): boolean {
    return Math.abs(this.#now() - last) >= every;
  }

  async #isGood(sent: [name: string, bytes: number][]): Promise<boolean> {
    for (const [name] of sent)
      if (!name.includes(await hashOfStream(await this.#target.get(name)))) return false;
    return true;
  }

  /** What owners are shown: a request for each copy. */
  async #seeAll({ store }: Numbers): Promise<void> {
    this.#standing.sees(await seenIn(this.#target, store));
    this.#seenAt = this.#now();
  }

  async #lookAround(numbers: Numbers): Promise<void> {
    const others = await this.#others.look(numbers);
    this.#othersAt = this.#now();
    const named = (is: (typeof others)[number]['is']) =>
      others
        .filter((one) => one.is === is)
        .map(({ store, until }) => `${store}, until ${new Date(until).toISOString()}`)
        .join('; ') || null;
    this.#standing.warn('shared', named('written'));
    this.#standing.warn('before', named('before'));
  }
}
