import { useRef, useState } from 'react';
import { OWNER_NAME_LENGTH, type LinkPosted } from '#contract/owner/session.ts';
import { Field } from '../parts/Field.tsx';
import { RequestError } from '../problem.ts';
import { usePress } from '../session/use-press.ts';
import { WelcomeStep } from '../welcome/WelcomeStep.tsx';
import styles from '../welcome/WelcomeStep.module.css';
import { useWords } from '../words.ts';

type Props = { until: number; follow: (posted: Omit<LinkPosted, 'token'>) => Promise<void> };

/** Creates the first owner, in the language shown: the first of the steps that follow. */
export function Setup({ until, follow }: Props) {
  const { t, time, language } = useWords();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<'name' | 'email' | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const link = usePress(() => followAs(name.trim()));
  const skipped = usePress(() => followAs(t('start.owner')));
  async function followAs(named: string) {
    try {
      await follow({ name: named, ...(email.trim() !== '' && { email: email.trim() }), language });
    } catch (problem) {
      if (!(problem instanceof RequestError) || problem.of('email') === undefined) throw problem;
      point('email');
    }
  }
  function point(field: 'name' | 'email') {
    setWrong(field);
    fields.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  }
  return (
    <WelcomeStep
      n={1}
      title={t('start.nameTitle')}
      lead={t('start.nameText')}
      send={() => (name.trim() === '' ? point('name') : link.press())}
      skip={skipped.press}
      busy={link.busy || skipped.busy}
      said={link.said ?? skipped.said}
      below={t('signin.setupValid', { time: time(until) })}
    >
      <div ref={fields} className={styles.fields}>
        <Field
          name="name"
          label={t('start.name')}
          hint={t('start.nameHint')}
          error={wrong === 'name' ? t('signin.errors.nameNeeded') : null}
          autoComplete="name"
          maxLength={OWNER_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          name="email"
          type="email"
          label={t('start.email')}
          hint={t('start.emailHint')}
          error={wrong === 'email' ? t('start.emailWrong') : null}
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
    </WelcomeStep>
  );
}
