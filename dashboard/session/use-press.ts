import { useMutation } from '@tanstack/react-query';
import { problemSentence } from '../problem.ts';
import { useWords } from '../words.ts';
import type { PasskeyTrouble } from './passkey.ts';

/** A button of the sign-in: its action, whether it is in progress, and what went wrong, as a sentence. */
export function usePress(act: () => Promise<PasskeyTrouble | null | void>) {
  const words = useWords();
  const { mutate, isPending, error, data: trouble } = useMutation({ mutationFn: act });
  const refused = trouble ? words.t(`signin.errors.${trouble}`) : null;
  return {
    press: () => mutate(),
    busy: isPending,
    said: error === null ? refused : problemSentence(words, error),
  };
}
