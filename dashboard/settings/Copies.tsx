import { useState } from 'react';
import type { CopyStatus, ServerSettings } from '#contract/owner/server-settings.ts';
import mark from '#ui/ErrorMark.module.css';
import errors from '#ui/Field.module.css';
import { useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { Acts, SmallButton, TextButton } from '../parts/Button.tsx';
import { toast } from '../parts/toasts.ts';
import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';
import { CopiesForm } from './CopiesForm.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

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
          <Standing />
          {by !== 'server' && <Change />}
        </div>
      )}
    </Section>
  );
}

/** How copying goes, as it goes. */
function Standing() {
  const words = useWords();
  const { t, relative } = words;
  const { data, at } = useOwner<ServerSettings>('/server-settings', { every: EVERY_MS });
  const status = data?.copies?.status ?? null;
  return (
    <div className={styles.standing}>
      <div role="alert">{status?.failing && <Failing failing={status.failing} />}</div>
      <p>
        {status?.until == null ? t('copies.none') : t('copies.until', { when: relative(status.until, at) })}
      </p>
      {status?.checked && (
        <p className={styles.hint}>
          {t(status.checked.isGood ? 'copies.checked' : 'copies.bad', {
            when: whenOf(words, status.checked.at),
          })}
        </p>
      )}
    </div>
  );
}

function Failing({ failing: { since, code, said } }: { failing: NonNullable<CopyStatus['failing']> }) {
  const words = useWords();
  const { t } = words;
  return (
    <>
      <p className={`${mark.mark} ${errors.error}`}>
        {t('copies.failing', { when: whenOf(words, since) })} {t(`copies.problems.${code}`)}
      </p>
      <p className={styles.hint} translate="no">
        {said}
      </p>
    </>
  );
}

function Change() {
  const { t } = useWords();
  const act = useAct<ServerSettings>('/server-settings');
  const [asks, setAsks] = useState<'key' | 'end' | null>(null);
  const close = () => setAsks(null);
  async function end() {
    await act.send({ changes: { COPY_TO: null, COPY_KEY: null } });
    toast(t('copies.ended'));
    close();
  }
  return (
    <>
      <Acts>
        <SmallButton onClick={() => setAsks('key')}>{t('copies.replace')}</SmallButton>
        <TextButton onClick={() => setAsks('end')}>{t('copies.end')}</TextButton>
      </Acts>
      {asks === 'key' && (
        <KeyDialog onKey={(COPY_KEY) => act.send({ changes: { COPY_KEY } })} onClose={close} />
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
