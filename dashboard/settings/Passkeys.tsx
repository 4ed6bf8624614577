import { useState } from 'react';
import { PASSKEY_NAME_LENGTH, type PasskeyRow } from '#contract/owner/session.ts';
import { queries, useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton, TextButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Loaded } from '../parts/states.tsx';
import { deviceName, makePasskey } from '../session/new-passkey.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { usePress } from '../session/use-press.ts';
import { whenOf } from '../when.ts';
import { useWords, type UseWords } from '../words.ts';
import { AskButton } from './AskButton.tsx';
import { Section, Thing, Things } from './Section.tsx';
import styles from './Settings.module.css';

export function Passkeys() {
  const words = useWords();
  const { t } = words;
  const read = useOwner<{ rows: PasskeyRow[] }>('/passkeys');
  const [form, setForm] = useState<'add' | PasskeyRow | null>(null);
  return (
    <Section id="passkeys" title={t('settings.passkeys')} text={t('settings.passkeysText')}>
      <Loaded read={read}>
        {({ rows }) => (
          <Things>
            {rows.map((row) => (
              <Thing
                key={row.id}
                name={row.name}
                text={aboutPasskey(words, row)}
                end={
                  <>
                    <TextButton
                      aria-label={`${t('settings.rename')}: ${row.name}`}
                      onClick={() => setForm(row)}
                    >
                      {t('settings.rename')}
                    </TextButton>
                    <AskButton
                      word={t('settings.remove')}
                      label={`${t('settings.remove')}: ${row.name}`}
                      title={t('settings.removeTitle', { name: row.name })}
                      text={t(rows.length === 1 ? 'settings.removeLast' : 'settings.removeText')}
                      yes={t('settings.remove')}
                      danger
                      path={`/passkeys/${row.id}/remove`}
                      done={t('settings.removed')}
                    />
                  </>
                }
              />
            ))}
          </Things>
        )}
      </Loaded>
      <div className={styles.next}>
        <SmallButton onClick={() => setForm('add')}>{t('settings.passkeyAdd')}</SmallButton>
      </div>
      {form === 'add' && <Add onClose={() => setForm(null)} />}
      {form !== null && form !== 'add' && <Rename row={form} onClose={() => setForm(null)} />}
    </Section>
  );
}

function aboutPasskey(words: UseWords, { synced, usedAt, provesAt }: PasskeyRow): string {
  const { t } = words;
  const where = t(synced ? 'settings.passkeySynced' : 'settings.passkeyHere');
  const used =
    usedAt === null ? t('settings.passkeyNever') : t('settings.passkeyUsed', { when: whenOf(words, usedAt) });
  const later = provesAt === null ? '' : `, ${t('settings.passkeyLater', { when: whenOf(words, provesAt) })}`;
  return `${where}, ${used}${later}`;
}

function Add({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState(deviceName);
  const { press, busy, said } = usePress(async () => {
    const failed = await makePasskey(name.trim() || deviceName());
    if (failed !== null) return failed;
    await queries.invalidateQueries();
    onClose();
    return null;
  });
  return (
    <AskDialog
      title={t('settings.passkeyAdd')}
      yes={t('settings.passkeyAdd')}
      act={{ busy, problem: null }}
      onYes={async () => press()}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
      <ErrorNotice text={said} />
    </AskDialog>
  );
}

function Rename({ row: { id, name: before }, onClose }: { row: PasskeyRow; onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState(before);
  const rename = useAct(`/passkeys/${id}/rename`);
  return (
    <AskDialog
      title={t('settings.rename')}
      yes={t('common.save')}
      act={rename}
      onYes={() => rename.send({ name: name.trim() || before }).then(onClose)}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </AskDialog>
  );
}

function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { t } = useWords();
  return (
    <Field
      label={t('signin.offerName')}
      maxLength={PASSKEY_NAME_LENGTH}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
