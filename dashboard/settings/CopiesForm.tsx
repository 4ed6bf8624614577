import { useState, type ChangeEvent } from 'react';
import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { SmallButton } from '../parts/Button.tsx';
import { Field, Select } from '../parts/Field.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import fields from './DeliveryFields.module.css';
import { KeyDialog } from './KeyDialog.tsx';
import { Locked } from './Locked.tsx';
import styles from './Settings.module.css';
import { useCopies, type Name } from './use-copies.ts';
import { useRecoveryKey } from './recovery-key.ts';
import { useSave } from './use-save.ts';

/** Where copies go, which is tried first; a recovery key turns them on. */
export function CopiesForm({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const copies = useCopies(settings);
  const recovery = useRecoveryKey();
  const [isAsking, setAsking] = useState(false);
  const { problem, onSubmit } = useSave(
    async () => copies.turnOn((await recovery.make()).recipient, { trial: true }),
    () => setAsking(true),
  );
  return (
    <>
      <form className={styles.rows} noValidate onSubmit={onSubmit}>
        <p>{t('copies.off')}</p>
        <div className={fields.fields}>
          <div className={fields.wide}>
            <Select
              label={t('copies.where')}
              hint={copies.isFolder ? undefined : t('copies.storageHint')}
              value={copies.isFolder ? 'folder' : 'storage'}
              onChange={(event) => copies.setFolder(event.currentTarget.value === 'folder')}
            >
              <option value="storage">{t('copies.storage')}</option>
              <option value="folder">{t('copies.folder')}</option>
            </Select>
          </div>
          <Where copies={copies} hasSecret={settings.copies?.hasSecret ?? false} />
        </div>
        <div className={fields.test}>
          <SmallButton type="submit" solid busy={copies.busy}>
            {t('copies.start')}
          </SmallButton>
          <p className={fields.said} role="status">
            {copies.busy && t('copies.trying')}
          </p>
          <FormProblem problem={problem} />
        </div>
      </form>
      {isAsking && recovery.key && (
        <KeyDialog
          recoveryKey={recovery.key}
          signedBy={settings.copies?.signedBy ?? null}
          target={copies.target}
          yes={t('copies.on')}
          onYes={async (key) => ((await copies.turnOn(key)) ? t('copies.started') : null)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Where({ copies, hasSecret }: { copies: ReturnType<typeof useCopies>; hasSecret: boolean }) {
  const { t } = useWords();
  const field = (name: Name, label: string) => ({
    label,
    error: copies.wrong[name] ?? null,
    value: copies.typed[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => copies.write(name, event.currentTarget.value),
  });
  const open = (name: Name, label: string, more: { hint?: string; placeholder?: string } = {}) =>
    copies.isLocked(name) ? (
      <Locked label={label} value={copies.typed[name]} />
    ) : (
      <Field {...field(name, label)} {...more} />
    );
  if (copies.isFolder)
    return (
      <div className={fields.wide}>
        <Field {...field('FOLDER', t('copies.path'))} hint={t('copies.pathHint')} />
      </div>
    );
  return (
    <>
      {open('COPY_TO', t('copies.bucket'), { hint: t('copies.bucketHint') })}
      {open('S3_ENDPOINT', t('copies.endpoint'), { hint: t('copies.endpointHint') })}
      {open('S3_REGION', t('copies.region'), { placeholder: 'us-east-1' })}
      {open('S3_ACCESS_KEY_ID', t('copies.keyId'))}
      <div className={fields.wide}>
        <Field
          {...field('S3_SECRET_ACCESS_KEY', t('copies.secret'))}
          type="password"
          autoComplete="new-password"
          placeholder={hasSecret ? t('copies.secretSet') : ''}
        />
      </div>
    </>
  );
}
