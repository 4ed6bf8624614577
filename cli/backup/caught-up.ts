import type { Stage } from '#contract/pages.ts';
import type { CaughtUp } from '#server/list/catch-up.ts';

/** `otherwise`: the stage where the store says none. */
export function caughtUpInWords(
  { held, erased, left, unknown, stage }: CaughtUp,
  otherwise: Stage,
): string[] {
  const now = stage.now ?? otherwise;
  const before = unknown === 'all' ? null : (stage.before ?? otherwise);
  return [
    ...(erased > 0 ? [`${erased} erased again who had been erased since the backup was made.`] : []),
    ...(left > 0 ? [`${left} taken off the list again who had left it since the backup was made.`] : []),
    ...(held > 0
      ? [
          `${held} mails and forwards are held that were still to go when the backup was made: most have gone out since.`,
          'Look at "mails list"; "mails release" sends those you want to go out, perhaps a second time.',
        ]
      : []),
    ...(now === before
      ? []
      : [
          `The stage is ${now}${before ? `, as in the backup; it was ${before}. "stage ${before}" sets it back` : ''}.`,
        ]),
    ...BY_HAND[unknown],
  ];
}

/** Where no store was there to tell who they are, or one whose hashes are made with another key. */
const BY_HAND = {
  nobody: [],
  erased: ['Whoever was erased since the backup was made is in it again: erase them once more.'],
  all: ['Whoever was erased or left since the backup was made is in it again: erase them once more.'],
};
