import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { AddedPerson } from '#contract/owner/people.ts';
import { isLanguage, type Language, LANGUAGES } from '#contract/language.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { useAct } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Button } from '../parts/Button.tsx';
import { useDraft } from '../parts/use-draft.ts';
import { Field, Select } from '../parts/Field.tsx';
import { Lead } from '../parts/layout.tsx';
import { FormProblem } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Person.module.css';

/** Adds one person, who has to confirm like everybody else. */
export default function Add() {
  const { t, language } = useWords();
  const [, go] = useLocation();
  const [draft, setDraft, forget] = useDraft<Draft>('add', { email: '', language });
  const { send, busy, problem } = useAct<AddedPerson>('/people');
  const [wrong, setWrong] = useState<string | null>(null);
  const address = draft.email.trim();

  const form = useRef<HTMLFormElement>(null);

  function refuse(why: string) {
    setWrong(why);
    form.current?.querySelector('input')?.focus();
  }

  async function add() {
    setWrong(null);
    if (!parseAddress(address).ok) return refuse(t('add.errors.invalid'));
    const added = await send({ ...draft, email: address }).catch(() => null);
    if (added === null) return;
    if (added.outcome !== 'added') return refuse(t(`add.errors.${added.outcome}`, { address }));
    forget();
    toast(t('add.added'));
    go(`/people/${added.id}`);
  }
  return (
    <>
      <PageHead title={t('add.title')} back={{ href: '/people', page: t('nav.people') }} />
      <Lead>{t('add.text')}</Lead>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void add();
        }}
      >
        <Fields draft={draft} wrong={wrong} onChange={setDraft} />
        <FormProblem problem={problem} />
        <div>
          <Button type="submit" busy={busy}>
            {t('add.button')}
          </Button>
        </div>
      </form>
    </>
  );
}

type Draft = { email: string; language: Language };
type FieldsProps = { draft: Draft; wrong: string | null; onChange: (draft: Draft) => void };

function Fields({ draft, wrong, onChange }: FieldsProps) {
  const { t } = useWords();
  return (
    <>
      <Field
        label={t('add.address')}
        type="email"
        name="email"
        autoComplete="off"
        required
        value={draft.email}
        error={wrong}
        onChange={({ currentTarget }) => onChange({ ...draft, email: currentTarget.value })}
      />
      <Select
        label={t('add.language')}
        value={draft.language}
        onChange={({ currentTarget: { value } }) => {
          if (isLanguage(value)) onChange({ ...draft, language: value });
        }}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </Select>
    </>
  );
}
