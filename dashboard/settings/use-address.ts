import { useState } from 'react';
import type { ServerSettings, ServerSettingsPosted } from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { RequestError } from '../problem.ts';
import { useWords } from '../words.ts';
import { asAddress } from './as-address.ts';

/** The public address, as it is typed and saved. */
export function useAddress({ values, nextAddress }: ServerSettings) {
  const { t } = useWords();
  const known = values.SITE_URL;
  const [typed, setTyped] = useState(nextAddress ?? (known.by === 'default' ? '' : (known.value ?? '')));
  const [saved, setSaved] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const saving = useAct<ServerSettings>('/server-settings');

  function send(address: string | null) {
    return saving.send({ changes: { SITE_URL: address } } satisfies ServerSettingsPosted);
  }

  /** `waits`: saved just now, and this server does not answer there yet. @throws Problem */
  async function save(): Promise<'refused' | 'waits' | 'saved'> {
    const address = asAddress(typed);
    setTyped(address);
    if (address === nextAddress) return 'saved';
    try {
      const now = await send(address);
      setSaved(address);
      return now.nextAddress === null ? 'saved' : 'waits';
    } catch (problem) {
      if (!(problem instanceof RequestError) || problem.of('SITE_URL') === undefined) throw problem;
      setWrong(t('start.addressWrong'));
      return 'refused';
    }
  }

  async function takeBack(): Promise<void> {
    await send(known.by === 'default' ? null : known.value);
    setTyped(known.by === 'default' ? '' : (known.value ?? ''));
  }

  return {
    typed,
    write: (address: string) => {
      setTyped(address);
      setWrong(null);
    },
    wrong,
    /** Saved here, and this server answers there. */
    isThere: saved !== null && saved === typed && saved === known.value,
    /** The address that stays until this server answers at the one that was saved; null: none waits. */
    stays: nextAddress !== null && typed === nextAddress ? (known.value ?? '') : null,
    save,
    takeBack,
    busy: saving.busy,
  };
}
