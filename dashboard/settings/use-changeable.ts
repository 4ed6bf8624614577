import { useState } from 'react';
import {
  type PlainSetting as Name,
  RANGES,
  type ServerSettings,
  type ServerSettingsPosted,
} from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { RequestError } from '../problem.ts';
import { useWords, type UseWords } from '../words.ts';
import { triedAt } from './save-account.ts';

type Texts = Partial<Record<Name, string>>;

/** Settings as they are typed and saved. Only what was changed is sent: each asks for its own proof. */
export function useChangeable(settings: ServerSettings, names: readonly Name[]) {
  const { values } = settings;
  const { t } = useWords();
  const [typed, setTyped] = useState<Texts>({});
  const [wrong, setWrong] = useState<Texts>({});
  const saving = useAct<ServerSettings>('/server-settings');
  // A secret is never read back.
  const known = (name: Name) => (name === 'MICROSOFT_CLIENT_SECRET' ? '' : (values[name].value ?? ''));

  /** @returns whether it is saved; what is wrong is shown beside its field. @throws Problem */
  async function save(): Promise<boolean> {
    setWrong({});
    const changed = names.filter((name) => typed[name] !== undefined && typed[name].trim() !== known(name));
    const changes = Object.fromEntries(changed.map((name) => [name, typed[name]?.trim() || null]));
    try {
      if (changed.length > 0) await saving.send({ changes } satisfies ServerSettingsPosted);
    } catch (problem) {
      const found = names.flatMap((name) => {
        const code = problem instanceof RequestError ? problem.of(name) : undefined;
        return code === undefined ? [] : [[name, sayWrong(name, code, t)]];
      });
      const refused = problem instanceof RequestError ? refusedBy(settings, problem, t) : undefined;
      if (refused) found.push(['MICROSOFT_CLIENT_SECRET', refused]);
      if (found.length === 0) throw problem;
      setWrong(Object.fromEntries(found) as Texts);
      return false;
    }
    // What was typed meanwhile stays.
    setTyped((now) =>
      Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== typed[name as Name])),
    );
    return true;
  }

  return {
    valueOf: (name: Name) => typed[name] ?? known(name),
    write: (name: Name, text: string) => setTyped((now) => ({ ...now, [name]: text })),
    wrong,
    save,
    busy: saving.busy,
  };
}

/** What the servers say to which the app of Microsoft 365 signs in. */
function refusedBy({ smtp, mailbox }: ServerSettings, problem: RequestError, t: UseWords['t']) {
  const [sentence] = [
    [problem.field('SMTP_URL'), smtp.account] as const,
    [problem.field('RETURNS_IMAP_URL'), mailbox.account] as const,
  ].flatMap(([found, account]) =>
    found && account ? Object.values(triedAt({ ...account, hasApp: true }, found, t).wrong) : [],
  );
  return sentence;
}

function sayWrong(name: Name, code: string, t: UseWords['t']): string {
  if (code === 'set-by-server') return t('locked.text');
  if (name.startsWith('MICROSOFT_'))
    return t(code === 'missing' ? 'settings.appMissing' : 'settings.appWrong');
  if (!isWhole(name)) return t('start.emailWrong');
  const [least, most] = RANGES[name];
  return t('settings.numberWrong', { least, most });
}

function isWhole(name: Name): name is Name & keyof typeof RANGES {
  return Object.hasOwn(RANGES, name);
}
