import { useState } from 'react';
import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Acts, SmallButton, TextButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { LoginFields } from './DeliveryFields.tsx';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { useMailbox } from './use-mailbox.ts';
import { useSave } from './use-save.ts';

/** The mailbox that returned mail is read from. */
export function ReturnsMailbox({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const { account, by } = settings.mailbox;
  return (
    <Section id="mailbox" title={t('settings.mailbox.title')} text={t('settings.mailbox.text')}>
      {by === 'server' ? (
        <div className={styles.rows}>
          <Locked
            label={t('settings.mailbox.server')}
            value={account ? `${account.server}:${account.port}` : ''}
          />
          <Locked label={t('delivery.user')} value={account?.user ?? ''} />
        </div>
      ) : (
        <Form settings={settings} />
      )}
    </Section>
  );
}

function Form({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const mailbox = useMailbox(settings);
  const { problem, onSubmit } = useSave(mailbox.save);
  const { account } = settings.mailbox;
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  async function end() {
    await mailbox.end();
    toast(t('settings.mailbox.ended'));
    close();
  }
  return (
    <>
      <form className={styles.rows} noValidate onSubmit={onSubmit}>
        {account === null && <p>{t('settings.mailbox.off')}</p>}
        <LoginFields
          form={mailbox}
          server={t('settings.mailbox.server')}
          hasPassword={account?.hasPassword ?? false}
          passwordHint={settings.hasAppSecret ? t('settings.mailbox.app') : undefined}
        />
        <Acts>
          <SmallButton type="submit" busy={mailbox.act.busy}>
            {t('delivery.save')}
          </SmallButton>
          {account !== null && (
            <TextButton onClick={() => setAsks(true)}>{t('settings.mailbox.end')}</TextButton>
          )}
        </Acts>
        <FormProblem problem={problem} />
      </form>
      {asks && (
        <AskDialog
          title={t('settings.mailbox.endTitle')}
          yes={t('settings.mailbox.end')}
          danger
          act={mailbox.act}
          onYes={end}
          onClose={close}
        >
          <p>{t('settings.mailbox.endText')}</p>
        </AskDialog>
      )}
    </>
  );
}
