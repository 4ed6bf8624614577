import { useState } from 'react';
import type { ServerSettings, ServerSettingsPosted } from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { Problem } from '../problem.ts';
import { useWords } from '../words.ts';
import { asAddress } from './as-address.ts';

/** `waits`: this server does not answer there yet, so it is saved only at a second press. */
type Told = { wrong: string | null; waits: string | null; isThere: boolean };

const NOTHING: Told = { wrong: null, waits: null, isThere: false };

/** The public address, as it is typed and saved. */
export function useAddress({ values }: ServerSettings) {
  const { t } = useWords();
  const known = values.SITE_URL;
  const [typed, setTyped] = useState(known.by === 'default' ? '' : (known.value ?? ''));
  const [told, setTold] = useState(NOTHING);
  const saving = useAct<ServerSettings>('/server-settings');

  /** @returns whether it is saved. @throws Problem */
  async function save(): Promise<boolean> {
    const address = asAddress(typed);
    setTyped(address);
    const posted: ServerSettingsPosted = { changes: { SITE_URL: address }, anyway: told.waits !== null };
    try {
      await saving.send(posted);
      setTold({ ...NOTHING, isThere: posted.anyway !== true });
      return true;
    } catch (problem) {
      const code = problem instanceof Problem ? problem.of('SITE_URL') : undefined;
      if (code === undefined) throw problem;
      setTold(
        code === 'no-answer'
          ? { ...NOTHING, waits: t('start.addressWait') }
          : { ...NOTHING, wrong: t(code === 'other-server' ? 'start.addressOther' : 'start.addressWrong') },
      );
      return false;
    }
  }

  return {
    typed,
    write: (address: string) => {
      setTyped(address);
      setTold(NOTHING);
    },
    told,
    save,
    busy: saving.busy,
  };
}
