import { useRef, useState } from 'react';
import { OWNER_NAME_LENGTH, type LinkPosted } from '#contract/owner/session.ts';
import { brand } from '../brand.ts';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { Said } from '../session/Said.tsx';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { Gate, GateHead, Ways } from './Gate.tsx';

type Props = { until: number; follow: (posted: Omit<LinkPosted, 'token'>) => Promise<void> };

/** Creates the first owner, in the language shown. */
export function Setup({ until, follow }: Props) {
  const { t, time, language } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const link = usePress(() => follow({ name: name.trim(), language }));
  function send() {
    const lacks = name.trim() === '';
    setMissing(lacks);
    if (lacks) form.current?.querySelector('input')?.focus();
    else link.press();
  }
  return (
    <Gate below={<span>{t('signin.setupValid', { time: time(until) })}</span>}>
      <GateHead title={t('signin.setupTitle')}>{t('signin.setupLead', { name: brand().name })}</GateHead>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Ways>
          <Field
            label={t('signin.setupName')}
            hint={t('signin.setupNameHint')}
            error={isMissing ? t('signin.errors.nameNeeded') : null}
            autoComplete="name"
            maxLength={OWNER_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" busy={link.busy}>
              {t('signin.setupButton')}
            </Button>
            <Said text={link.said} />
          </div>
        </Ways>
      </form>
    </Gate>
  );
}
