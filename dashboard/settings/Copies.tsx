import { Fragment, useState } from 'react';
import { COPIES_LATE_MS, type CopyStatus, type ServerSettings } from '#contract/owner/server-settings.ts';
import mark from '#ui/ErrorMark.module.css';
import errors from '#ui/Field.module.css';
import { useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Acts, SmallButton, TextButton } from '../parts/Button.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { Warn } from '../parts/Warn.tsx';
import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';
import { CopiesForm } from './CopiesForm.tsx';
import { CopiesKept } from './CopiesKept.tsx';
import { KeyCheck } from './KeyCheck.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import { type SignedBy, useRecoveryKey } from './recovery-key.ts';
import styles from './Settings.module.css';
import { useSave } from './use-save.ts';

/** While the section is on screen. */
const EVERY_MS = 4_000;

/** The list, kept elsewhere. With PostgreSQL there is nothing to set. */
export function Copies({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  if (settings.copies === null) return null;
  const { value, by } = settings.values.COPY_TO;
  return (
    <Section id="copies" title={t('copies.title')} text={t('copies.text')}>
      {value === null ? (
        <CopiesForm settings={settings} />
      ) : (
        <div className={styles.rows}>
          {by === 'server' ? (
            <Locked label={t('copies.to')} value={value} />
          ) : (
            <div>
              <p className={styles.hint}>{t('copies.to')}</p>
              <p className={styles.link} translate="no">
                {value}
              </p>
            </div>
          )}
          <Copying settings={settings} />
          {by !== 'server' && <Change target={value} signedBy={settings.copies.signedBy} />}
        </div>
      )}
    </Section>
  );
}

/** How copying goes, as it goes, and what there is of it. */
function Copying({ settings }: { settings: ServerSettings }) {
  const { data = settings, at } = useOwner<ServerSettings>('/server-settings', { every: EVERY_MS });
  const { status = null, isKeyAsked = false } = data.copies ?? {};
  const { value: recipient, by } = data.values.COPY_KEY;
  return (
    <>
      <Standing status={status} at={at} />
      {recipient !== null && (
        <KeyCheck recipient={recipient} isAsked={isKeyAsked} isOwners={by !== 'server'} />
      )}
      {status !== null && <CopiesKept status={status} at={at} />}
    </>
  );
}

function Standing({ status, at }: { status: CopyStatus | null; at: number }) {
  const words = useWords();
  const { t, relative } = words;
  const { to = '', until = null, failing = null, checked = null, warnings = [] } = status ?? {};
  return (
    <div className={styles.standing}>
      <div role="alert">{failing && <Failing failing={failing} isFolder={!to.startsWith('s3://')} />}</div>
      {until !== null && <p>{t('copies.until', { when: relative(until, at) })}</p>}
      {until !== null && !failing && at - until > COPIES_LATE_MS && <Warn>{t('copies.late')}</Warn>}
      {until === null && <p>{t(failing ? 'copies.never' : 'copies.none')}</p>}
      {warnings.map(({ code, said }) => (
        <Fragment key={code}>
          <Warn>{t(`copies.warnings.${code}`)}</Warn>
          <Said>{said}</Said>
        </Fragment>
      ))}
      {checked && (
        <p className={styles.hint}>
          {t(checked.isGood ? 'copies.checked' : 'copies.bad', { when: whenOf(words, checked.at) })}
        </p>
      )}
    </div>
  );
}

type FailingProps = { failing: NonNullable<CopyStatus['failing']>; isFolder: boolean };

function Failing({ failing: { since, code, said }, isFolder }: FailingProps) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      <p className={`${mark.mark} ${errors.error}`}>
        {t('copies.failing', { when: whenOf(words, since) })}{' '}
        {t(`copies.problems.${isFolder ? 'folder' : 'storage'}.${code}`)}
      </p>
      <Said>{said}</Said>
    </>
  );
}

/** For the server administrator. */
function Said({ children }: { children: string }) {
  const { t } = useWords();
  return (
    <p className={`${styles.hint} ${styles.said}`}>
      {t('copies.said')}{' '}
      <span lang="en" translate="no">
        {children}
      </span>
    </p>
  );
}

function Change({ target, signedBy }: { target: string; signedBy: SignedBy }) {
  const { t } = useWords();
  const act = useAct<ServerSettings>('/server-settings');
  const recovery = useRecoveryKey();
  const [asks, setAsks] = useState<'key' | 'end' | null>(null);
  const making = useSave(
    async () => Boolean(await recovery.make()),
    () => setAsks('key'),
  );
  const close = () => setAsks(null);
  async function end() {
    await act.send({ changes: { COPY_TO: null, COPY_KEY: null } });
    toast(t('copies.ended'));
    close();
  }
  return (
    <>
      <Acts>
        <SmallButton onClick={making.run}>{t('copies.replace')}</SmallButton>
        <TextButton onClick={() => setAsks('end')}>{t('copies.end')}</TextButton>
      </Acts>
      <FormProblem problem={making.problem} />
      {asks === 'key' && recovery.key && (
        <KeyDialog
          recoveryKey={recovery.key}
          signedBy={signedBy}
          target={target}
          yes={t('copies.use')}
          onYes={async (COPY_KEY) => {
            await act.send({ changes: { COPY_KEY } });
            recovery.forget();
            return t('copies.replaced');
          }}
          onClose={close}
        >
          <p className={styles.more}>{t('copies.oldKey')}</p>
        </KeyDialog>
      )}
      {asks === 'end' && (
        <AskDialog
          title={t('copies.endTitle')}
          yes={t('copies.end')}
          danger
          act={act}
          onYes={end}
          onClose={close}
        >
          <p>{t('copies.endText')}</p>
        </AskDialog>
      )}
    </>
  );
}
