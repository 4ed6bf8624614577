/** A refusal holds, or it was the account's; `unproved`: nothing was seen that shows which. */
export type Verdict = 'stands' | 'account' | 'unproved';

/** So many different people refused in a row, and nobody taken in between: it is the account. */
const RUN = 3;
/** How long a refusal waits for a mail to somebody else, in milliseconds. */
const PATIENCE_MS = 60_000;
/** For so long a mail that was taken shows that the account works. */
const RECENT_MS = 60 * 60_000;
const MOST_REMEMBERED = 1_000;

export type Evidence = {
  /** A mail to this person was taken: what was refused of others holds. */
  took(person: string): void;
  /** Counts a refusal. Returns whether it is the account's by now. */
  refused(person: string): boolean;
  /** Waits until it is known whose a refusal is. */
  hold(person: string): Promise<Verdict>;
  /** Whether a mail to somebody else was taken in the last hour. */
  tookAnother(person: string): boolean;
  /** Whether this person was refused in these words before, when nothing could be proved. Remembers them. */
  isDoubtedAgain(person: string, words: string): boolean;
  /** These words were the person's: others were taken. They say nothing of the account from now on. */
  prove(person: string, words: string): void;
  isProved(person: string, words: string): boolean;
  /** The account refuses, or sending ends: nothing counts against anybody. */
  drop(): void;
};

/** What the last mails say about the account. `wait` resolves after so many milliseconds. */
export function createEvidence(now: () => number, wait: (ms: number) => Promise<unknown>): Evidence {
  const run = new Set<string>();
  const held = new Set<{ person: string; end: (verdict: Verdict) => void }>();
  const doubted = createMemory();
  const proved = createMemory();
  /** The last two people who were taken. */
  let taken: { person: string; at: number }[] = [];

  return {
    took: (person) => {
      run.clear();
      taken = [{ person, at: now() }, ...taken.filter((one) => one.person !== person)].slice(0, 2);
      for (const one of held) if (one.person !== person) one.end('stands');
    },
    refused: (person) => run.add(person).size >= RUN,
    hold: async (person) => {
      const { promise, resolve } = Promise.withResolvers<Verdict>();
      const one = { person, end: resolve };
      held.add(one);
      void wait(PATIENCE_MS).then(() => resolve('unproved'));
      return promise.finally(() => held.delete(one));
    },
    tookAnother: (person) => taken.some((one) => one.person !== person && now() - one.at < RECENT_MS),
    isDoubtedAgain: (person, words) => {
      const is = doubted.has(person, words);
      doubted.add(person, words);
      return is;
    },
    prove: proved.add,
    isProved: proved.has,
    drop: () => {
      run.clear();
      for (const one of held) one.end('account');
    },
  };
}

/** The last words to each of some people. */
function createMemory() {
  const words = new Map<string, string>();
  return {
    has: (person: string, said: string) => words.get(person) === said,
    add: (person: string, said: string) => {
      if (words.size >= MOST_REMEMBERED) words.clear();
      words.set(person, said);
    },
  };
}
