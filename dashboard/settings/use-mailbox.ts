import { useState } from 'react';
import type { ServerSettings, ServerSettingsPosted } from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { RequestError } from '../problem.ts';
import { useWords } from '../words.ts';
import { type AccountProblem, type Login, triedAt, wrongBefore } from './save-account.ts';

/** TLS from the first byte; all other ports change to it (RFC 8314), unless the server says otherwise. */
const TLS_PORT = '993';

const NONE: Login = { server: '', port: TLS_PORT, user: '', password: '' };

/** The mailbox of returned mail, as it is typed and saved, which tries it. */
export function useMailbox({ mailbox: { account }, hasAppSecret: hasApp }: ServerSettings) {
  const { t } = useWords();
  const [typed, setTyped] = useState<Login>(
    account === null
      ? NONE
      : { server: account.server, port: String(account.port), user: account.user, password: '' },
  );
  const [wrong, setWrong] = useState<AccountProblem>({});
  const act = useAct<ServerSettings>('/server-settings');

  /** @returns whether it is saved; what is wrong is shown beside its field. @throws Problem */
  async function save(): Promise<boolean> {
    const server = typed.server.trim();
    const user = typed.user.trim();
    const { port, password } = typed;
    const early = {
      ...wrongBefore(typed, t),
      ...(user === '' && { user: t('settings.mailbox.userMissing') }),
    };
    setWrong(early);
    if (Object.keys(early).length > 0) return false;
    const secure = String(account?.port) === port ? account?.secure === true : port === TLS_PORT;
    const mailbox = { server, port: Number(port), secure, user, ...(password !== '' && { password }) };
    try {
      await act.send({ mailbox } satisfies ServerSettingsPosted);
    } catch (problem) {
      const found = problem instanceof RequestError ? problem.field('RETURNS_IMAP_URL') : undefined;
      if (found === undefined) throw problem;
      setWrong(triedAt({ server, user, hasApp }, found, t).wrong);
      return false;
    }
    setTyped((now) => ({ ...now, password: '' }));
    return true;
  }

  return {
    typed,
    wrong,
    write: (field: keyof Login, text: string) => setTyped((now) => ({ ...now, [field]: text })),
    save,
    act,
    /** @throws Problem */
    async end() {
      await act.send({ mailbox: null } satisfies ServerSettingsPosted);
      setTyped(NONE);
      setWrong({});
    },
  };
}
