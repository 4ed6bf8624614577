import { useState } from 'react';
import type { ServerSettings, TestMailSent } from '#contract/owner/server-settings.ts';
import { useAct } from '../api.ts';
import { useWords } from '../words.ts';
import { type MailAccountInput, saveAccount, type TriedAccount, wrongBefore } from './save-account.ts';

/** TLS from the first byte; all other ports change to it (RFC 8314), unless the server says otherwise. */
const TLS_PORT = '465';

/** The account through which mails leave, as it is typed, saved and tried. */
export function useDelivery({ smtp, values, hasAppSecret }: ServerSettings) {
  const { t } = useWords();
  const { account } = smtp;
  const [typed, setTyped] = useState<MailAccountInput>({
    server: account?.server ?? '',
    port: String(account?.port ?? TLS_PORT),
    user: account?.user ?? '',
    password: '',
    from: values.MAIL_FROM.by === 'default' ? '' : (values.MAIL_FROM.value ?? ''),
  });
  const [tried, setTried] = useState<TriedAccount>({ wrong: {} });
  const saving = useAct<ServerSettings>('/server-settings');
  const testing = useAct<TestMailSent>('/server-settings/test-mail');

  /** @returns whether it is saved; what is wrong is shown beside its field. @throws Problem */
  async function save(given: MailAccountInput = typed): Promise<boolean> {
    const early = wrongBefore(given, t);
    if (Object.keys(early).length > 0) {
      setTried({ wrong: early });
      return false;
    }
    const isSame = account !== null && String(account.port) === given.port;
    const secure = isSame ? account.secure : given.port === TLS_PORT;
    const found = await saveAccount(saving.send, { ...given, hasApp: hasAppSecret }, secure, t);
    setTried(found ?? { wrong: {} });
    return found === null;
  }

  const { offer } = tried;
  return {
    typed,
    wrong: tried.wrong,
    write: (field: keyof MailAccountInput, text: string) => setTyped({ ...typed, [field]: text }),
    save: () => save(),
    /** Null: nothing was offered. `take` saves with it. @throws Problem */
    offer: offer
      ? {
          ...offer,
          take: () => {
            const next = { ...typed, [offer.field]: offer.value };
            setTyped(next);
            return save(next);
          },
        }
      : null,
    busy: saving.busy,
    /** Saves, then sends a mail to this address. Null: it was not saved. @throws Problem */
    test: async (address: string) => ((await save()) ? testing.send({ address }) : null),
    isTesting: testing.busy,
  };
}
