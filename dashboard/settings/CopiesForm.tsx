import { useState, type ChangeEvent } from 'react';
import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { SmallButton } from '../parts/Button.tsx';
import { Field, Select } from '../parts/Field.tsx';
import { useWords } from '../words.ts';
import fields from './DeliveryFields.module.css';
import { KeyDialog } from './KeyDialog.tsx';
import styles from './Settings.module.css';
import { useCopies, type Name } from './use-copies.ts';

/** Where copies go; a recovery key turns them on. */
export function CopiesForm({ settings }: { settings: ServerSettings }) {
  const { t } = useWords();
  const copies = useCopies(settings);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <form
        className={styles.rows}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(copies.isNamed());
        }}
      >
        <p>{t('copies.off')}</p>
        <div className={fields.fields}>
          <div className={fields.wide}>
            <Select
              label={t('copies.where')}
              value={copies.isFolder ? 'folder' : 'storage'}
              onChange={(event) => copies.setFolder(event.currentTarget.value === 'folder')}
            >
              <option value="storage">{t('copies.storage')}</option>
              <option value="folder">{t('copies.folder')}</option>
            </Select>
          </div>
          <Where copies={copies} hasSecret={settings.copies?.hasSecret ?? false} />
        </div>
        <div>
          <SmallButton type="submit" solid>
            {t('copies.start')}
          </SmallButton>
        </div>
      </form>
      {isAsking && <KeyDialog onKey={copies.turnOn} onClose={() => setAsking(false)} />}
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
  if (copies.isFolder)
    return (
      <div className={fields.wide}>
        <Field {...field('COPY_TO', t('copies.path'))} hint={t('copies.pathHint')} />
      </div>
    );
  return (
    <>
      <Field {...field('COPY_TO', t('copies.bucket'))} hint={t('copies.bucketHint')} />
      <Field {...field('S3_ENDPOINT', t('copies.endpoint'))} hint={t('copies.endpointHint')} />
      <Field {...field('S3_REGION', t('copies.region'))} placeholder="us-east-1" />
      <Field {...field('S3_ACCESS_KEY_ID', t('copies.keyId'))} />
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
