import { useState } from 'react';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { OWNER_NAME_LENGTH, type Invited, type OwnerRow } from '#contract/owner/session.ts';
import { useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { Field, Select } from '../parts/Field.tsx';
import { Loaded } from '../parts/states.tsx';
import { useFailureToast } from '../parts/toasts.ts';
import type { RequestError } from '../problem.ts';
import { ownerNow } from '../session/session.ts';
import { useWords } from '../words.ts';
import { AskButton } from './AskButton.tsx';
import { LinkToCopy } from './LinkToCopy.tsx';
import { Section, Thing, Things } from './Section.tsx';
import styles from './Settings.module.css';

export function Owners() {
  const { t, day } = useWords();
  const read = useOwner<{ rows: OwnerRow[] }>('/owners');
  const [isInviting, setInviting] = useState(false);
  const own = ownerNow()?.id;
  return (
    <Section title={t('settings.owners')} text={t('settings.ownerAddText')}>
      <Loaded read={read}>
        {({ rows }) => (
          <Things>
            {rows.map((row) => {
              const { id, name, createdAt, hasSignedIn } = row;
              const ends = id !== own && (
                <>
                  {!hasSignedIn && <Again row={row} />}
                  <AskButton
                    word={t('settings.ownerRemove')}
                    label={`${t('settings.ownerRemove')}: ${name}`}
                    title={t('settings.ownerRemoveTitle', { name })}
                    text={t('settings.ownerRemoveText')}
                    yes={t('settings.ownerRemove')}
                    danger
                    path={`/owners/${id}/remove`}
                    done={t('settings.removed')}
                  />
                </>
              );
              return (
                <Thing
                  key={id}
                  name={name}
                  note={id === own ? t('settings.ownerYou') : undefined}
                  text={
                    hasSignedIn
                      ? t('settings.ownerSince', { when: day(createdAt) })
                      : t('settings.ownerInvited')
                  }
                  end={ends}
                />
              );
            })}
          </Things>
        )}
      </Loaded>
      <div className={styles.next}>
        <SmallButton onClick={() => setInviting(true)}>{t('settings.ownerAdd')}</SmallButton>
      </div>
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Section>
  );
}

/** Sends another invitation, which invalidates the earlier link. */
function Again({ row: { id, name, email } }: { row: OwnerRow }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const invite = useAct<Invited>(`/owners/${id}/invite`, { retryAfterSignIn: false });
  const [invited, setInvited] = useState<Invited | null>(null);
  return (
    <>
      <TextButton
        aria-label={`${t('settings.ownerAgain')}: ${name}`}
        busy={invite.busy}
        onClick={() => {
          invite.send().then(setInvited).catch(failed);
        }}
      >
        {t('settings.ownerAgain')}
      </TextButton>
      {invited !== null && (
        <Ready invited={invited} name={name} email={email ?? ''} onClose={() => setInvited(null)} />
      )}
    </>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords();
  const [form, setForm] = useState({ name: '', email: '', language });
  const invite = useAct<Invited>('/owners', { retryAfterSignIn: false });
  const [invited, setInvited] = useState<Invited | null>(null);
  async function send(): Promise<void> {
    const { email, ...rest } = form;
    setInvited(await invite.send(email.trim() === '' ? rest : { ...rest, email: email.trim() }));
  }
  if (invited !== null) return <Ready invited={invited} {...form} onClose={onClose} />;
  return (
    <AskDialog
      title={t('settings.ownerAdd')}
      yes={t('settings.ownerLink')}
      act={{ ...invite, problem: invite.problem?.code === 'invalid-fields' ? null : invite.problem }}
      onYes={send}
      onClose={onClose}
    >
      <Fields form={form} set={setForm} problem={invite.problem} />
    </AskDialog>
  );
}

type Form = { name: string; email: string; language: Language };

type ReadyProps = { invited: Invited; name: string; email: string; onClose: () => void };

function Ready({ invited, name, email, onClose }: ReadyProps) {
  const { t } = useWords();
  return (
    <Dialog title={t(invited.mailed ? 'settings.ownerMailed' : 'settings.ownerLinkReady')} onClose={onClose}>
      {invited.link === null ? (
        <p>{t('settings.ownerMailedText', { address: email.trim() })}</p>
      ) : (
        <LinkToCopy link={invited.link}>{t('settings.ownerLinkText', { name })}</LinkToCopy>
      )}
      <DialogActs>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
      </DialogActs>
    </Dialog>
  );
}

type FieldsProps = { form: Form; set: (form: Form) => void; problem: RequestError | null };

function Fields({ form, set, problem }: FieldsProps) {
  const { t } = useWords();
  return (
    <div className={styles.fields}>
      <Field
        label={t('settings.ownerName')}
        required
        maxLength={OWNER_NAME_LENGTH}
        value={form.name}
        error={problem?.of('name') ? t('settings.nameMissing') : null}
        onChange={(event) => set({ ...form, name: event.currentTarget.value })}
      />
      <Field
        label={t('settings.ownerEmail')}
        type="email"
        side={t('settings.optional')}
        hint={t('settings.ownerEmailHint')}
        value={form.email}
        error={problem?.of('email') ? t('settings.emailWrong') : null}
        onChange={(event) => set({ ...form, email: event.currentTarget.value })}
      />
      <Select
        label={t('people.by.language')}
        value={form.language}
        onChange={(event) => set({ ...form, language: event.currentTarget.value as Language })}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
