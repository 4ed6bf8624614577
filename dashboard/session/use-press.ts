import { useState } from 'react';
import { sentenceOf } from '../problem.ts';
import { useWords } from '../words.ts';
import type { PasskeyTrouble } from './passkey.ts';

/** A button of the sign-in: what it does, whether it is under way, and what went wrong, in a sentence. */
export function usePress(act: () => Promise<PasskeyTrouble | null | void>) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  async function press() {
    setBusy(true);
    setSaid(null);
    try {
      const trouble = await act();
      if (trouble) setSaid(words.t(`signin.errors.${trouble}`));
    } catch (problem) {
      setSaid(sentenceOf(words, problem));
    } finally {
      setBusy(false);
    }
  }
  return { press: () => void press(), busy, said };
}
