import { useState } from 'react';
import type { ServerSettings, ServerSettingsPosted, TestMailSent } from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { Problem } from '../problem.ts';
import { useWords, type UseWords } from '../words.ts';

/** TLS from the first byte; all other ports change to it (RFC 8314). */
const TLS_PORT = 465;

export type Account = Record<'server' | 'port' | 'user' | 'password' | 'from', string>;
export type AccountProblem = Partial<Record<keyof Account, string>>;

/** The account through which mails leave, as it is typed, saved and tried. */
export function useDelivery({ smtp, values }: ServerSettings) {
  const { t } = useWords();
  const { account } = smtp;
  const [typed, setTyped] = useState<Account>({
    server: account?.server ?? '',
    port: String(account?.port ?? TLS_PORT),
    user: account?.user ?? '',
    password: '',
    from: values.MAIL_FROM.by === 'default' ? '' : (values.MAIL_FROM.value ?? ''),
  });
  const [wrong, setWrong] = useState<AccountProblem>({});
  const saving = useAct<ServerSettings>('/server-settings');
  const testing = useAct<TestMailSent>('/server-settings/test-mail');

  /** @returns whether it is saved; what is wrong stands beside its field. @throws Problem */
  async function save(): Promise<boolean> {
    const port = Number(typed.port);
    const early: AccountProblem = {
      ...(typed.server.trim() === '' && { server: t('delivery.serverMissing') }),
      ...(!(Number.isInteger(port) && port > 0 && port < 65_536) && { port: t('delivery.portWrong') }),
      ...(typed.from.trim() === '' && { from: t('delivery.fromWrong') }),
    };
    setWrong(early);
    if (Object.keys(early).length > 0) return false;
    const posted: ServerSettingsPosted = {
      smtp: {
        server: typed.server.trim(),
        port,
        secure: port === TLS_PORT,
        user: typed.user.trim(),
        ...(typed.password !== '' && { password: typed.password }),
      },
      changes: { MAIL_FROM: typed.from.trim() },
    };
    try {
      await saving.send(posted);
      return true;
    } catch (problem) {
      const found = wrongIn(problem, typed.server.trim(), t);
      if (found === null) throw problem;
      setWrong(found);
      return false;
    }
  }

  return {
    typed,
    wrong,
    write: (field: keyof Account, text: string) => setTyped({ ...typed, [field]: text }),
    save,
    busy: saving.busy,
    /** Saves, then sends a mail to this address. Null: it was not saved. @throws Problem */
    test: async (address: string) => ((await save()) ? testing.send({ address }) : null),
    isTesting: testing.busy,
  };
}

/** Null: it is about none of the fields. */
function wrongIn(problem: unknown, server: string, t: UseWords['t']): AccountProblem | null {
  if (!(problem instanceof Problem)) return null;
  if (problem.of('MAIL_FROM') !== undefined) return { from: t('delivery.fromWrong') };
  switch (problem.of('SMTP_URL')) {
    case undefined:
      return null;
    case 'not-taken':
      return { password: t('delivery.notTaken') };
    case 'no-tls':
      return { port: t('delivery.noTls') };
    default:
      return { server: t('delivery.noAnswer', { server }) };
  }
}
