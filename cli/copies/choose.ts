import { amount } from '#server/base/amount.ts';
import {
  type KeptCopy,
  type KeptState,
  lostAfter,
  newestState,
  signedBy,
  storesOf,
} from '#server/copies/kept.ts';
import { printed, type PublicHalf } from '#server/copies/signature.ts';
import { Failed, Misused } from '../command.ts';
import { CALL } from '../npm.ts';

/** What somebody named. `given`: the options that a command repeats. */
export type Named = {
  store: string | undefined;
  copy: string | undefined;
  at: number | null;
  given: string;
};

/** Copies of a store that are shown, newest first: somebody reads this in a hurry. */
const SHOWN = 5;

const time = (at: number) => new Date(at).toISOString();

/** What is there: each store, and its newest copies with what they lack. `most`: copies of a store. */
export function overview(copies: readonly KeptCopy[], most: number = SHOWN): string[] {
  return [...storesOf(copies)].flatMap(([store, all]) => [
    `Store ${store}: ${amount(all.length, 'copy', 'copies')}, the last object of ${time(all.at(-1)?.objects.at(-1)?.at ?? 0)}`,
    ...all.slice(-most).toReversed().map(inWords),
    ...(all.length > most ? [`  and ${all.length - most} older: "copies list" shows them`] : []),
  ]);
}

function inWords({ base, from, objects, whole }: KeptCopy): string {
  const [first, last] = [whole[0], whole.at(-1)];
  const bytes = objects.reduce((sum, one) => sum + one.bytes, 0);
  const size = `${amount(objects.length, 'object')}, ${(bytes / 1e6).toFixed(1)} MB`;
  if (first === undefined || last === undefined)
    return `  ${base}  lacks its base, nothing of it can be restored  ${size}`;
  const span = `${time(first.at)} to ${time(last.at)}`;
  if (whole.length === objects.length) return `  ${base}  ${span}  whole, ${size}`;
  return `  ${base}  ${span}  lacks its object ${from + whole.length}, later ones are lost  ${size}`;
}

/** `signer`: in the file of the recovery key; `anyones`: what nobody signed is taken, too. */
type Trust = { signer: PublicHalf | null; anyones: boolean; given: string };

/** The copies that can be trusted. @throws Failed with the command that takes the others */
export function trusted(copies: readonly KeptCopy[], { signer, anyones, given }: Trust): KeptCopy[] {
  if (anyones) return [...copies];
  const own = signer === null ? [] : signedBy(signer, copies);
  if (own.length > 0 || copies.length === 0) return own;
  throw new Failed(
    [
      signer === null
        ? 'The file of the key has no line that begins with signed-by-, so nobody can tell who made these copies.'
        : `No copy there is ${printed(signer)}, as the file of the key wants it.`,
      'Whoever may write there can have made them. Add the line that was printed with the key; or, if you know the place to be yours:',
      `  ${CALL} restore ${given} --unsigned`,
    ].join('\n'),
  );
}

/**
 * What a restore takes: the newest whole state of the only store, or what was named. Nothing else is taken without being
 * named. @throws Failed with a command for each choice
 */
export function choose(copies: readonly KeptCopy[], { store, copy, at, given }: Named): KeptState {
  if (copies.length === 0) throw new Failed('No copies found.');
  if (copy !== undefined) return stateOf(copies, { copy, at });
  const stores = storesOf(copies);
  if (store === undefined && stores.size > 1)
    throw new Failed(
      [
        'Copies of several lists are there. Name one:',
        ...[...stores.keys()].map((one) => `  ${CALL} restore ${given} --store ${one}`),
      ].join('\n'),
    );
  const [only = ''] = stores.keys();
  const its = stores.get(store ?? only);
  if (its === undefined) throw new Misused(`There is no store ${store}.`);
  const state = newestState(its, at);
  const lost = lostAfter(state, its, at);
  if (state !== null && lost === null) return state;
  throw new Failed(state === null ? nothingIn(its, at) : holed(state, lost?.at ?? 0, given));
}

/** Of one copy, as far as it is whole. */
function stateOf(copies: readonly KeptCopy[], { copy, at }: { copy: string; at: number | null }): KeptState {
  const found = copies.filter(({ base }) => base === copy);
  if (found.length === 0) throw new Misused(`There is no copy ${copy}.`);
  const state = newestState(found, at);
  if (state === null) throw new Failed(nothingIn(found, at));
  return state;
}

function nothingIn(copies: readonly KeptCopy[], at: number | null): string {
  const [first] = copies.flatMap(({ whole }) => whole.slice(0, 1));
  if (first === undefined || at === null) return 'No copy there has its base: nothing can be restored.';
  return `There is no copy of that time: the oldest one that is whole is of ${time(first.at)}.`;
}

function holed({ copy, objects }: KeptState, until: number, given: string): string {
  return [
    `Copies reach to ${time(until)}, but an object is missing: they are whole until ${time(objects.at(-1)?.at ?? 0)} only.`,
    'Look first whether the storage has a deleted version of it. To restore what is whole, without what came later:',
    `  ${CALL} restore ${given} --copy ${copy.base}`,
  ].join('\n');
}

/** What to do where a copy turned out to be damaged: less of it, or the one before. */
export function otherChoices(copies: readonly KeptCopy[], { copy }: KeptState, given: string): string {
  const before = copies.filter(
    (one) => one.store === copy.store && one.copy < copy.copy && one.whole.length > 0,
  );
  const [previous] = before.toReversed();
  return [
    'To restore what comes before the damage:',
    `  ${CALL} restore ${given} --copy ${copy.base}`,
    ...(previous === undefined
      ? []
      : [
          `If its base is damaged, the copy before, whole until ${time(previous.whole.at(-1)?.at ?? 0)}:`,
          `  ${CALL} restore ${given} --copy ${previous.base}`,
        ]),
  ].join('\n');
}
