import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { PASSPHRASE, type Settings } from '#contract/owner/settings.ts';
import { queries } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { SaveIcon } from '../parts/SaveIcon.tsx';
import { toast } from '../parts/toasts.ts';
import { RequestError } from '../problem.ts';
import { requestFile } from '../request.ts';
import { save } from '../save.ts';
import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

/** Downloads everything in one file, encrypted with a passphrase. */
export function Backup({ backup }: Pick<Settings, 'backup'>) {
  const words = useWords();
  const { t, size } = words;
  const [isAsking, setAsking] = useState(false);
  if (backup === 'by-hand')
    return (
      <Section title={t('settings.backup')}>
        <p>{t('settings.backupByHand')}</p>
      </Section>
    );
  const { last } = backup;
  return (
    <Section id="backup" title={t('settings.backup')} text={t('settings.backupText')}>
      <p>
        {last === null
          ? t('settings.backupNone')
          : t('settings.backupLast', { when: whenOf(words, last.at), size: size(last.bytes) })}
      </p>
      <div className={styles.next}>
        <SmallButton onClick={() => setAsking(true)}>
          <SaveIcon /> {t('settings.backupButton')}
        </SmallButton>
      </div>
      {isAsking && <BackUp onClose={() => setAsking(false)} />}
    </Section>
  );
}

function BackUp({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [passphrase, setPassphrase] = useState('');
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: () => requestFile('/backup', { passphrase }),
    onSuccess(file) {
      save(`backup-${new Date().toISOString().slice(0, 10)}.sqlite.age`, file);
      toast(t('settings.backupDone'));
      onClose();
      return queries.invalidateQueries();
    },
  });
  const isShort = error instanceof RequestError && error.of('passphrase') !== undefined;
  return (
    <AskDialog
      title={t('settings.backupTitle')}
      yes={t('settings.backupButton')}
      act={{ busy: isPending, problem: isShort ? null : error }}
      onYes={() => mutateAsync()}
      onClose={onClose}
    >
      <p>{t('settings.backupAsk')}</p>
      <div className={styles.fields}>
        <Field
          label={t('settings.passphrase')}
          // Shown while typed: an unnoticed typo would make the file useless.
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          minLength={PASSPHRASE.least}
          maxLength={PASSPHRASE.most}
          value={passphrase}
          hint={t('settings.passphraseHint', { n: PASSPHRASE.least })}
          error={isShort ? t('settings.passphraseShort', { n: PASSPHRASE.least }) : null}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      </div>
    </AskDialog>
  );
}
