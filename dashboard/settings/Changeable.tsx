import type { ComponentProps } from 'react';
import { isLanguage, LANGUAGES } from '#contract/language.ts';
import {
  PLAIN_SETTINGS,
  type PlainSetting as Name,
  type ServerSettings,
} from '#contract/owner/server-settings.ts';
import { SmallButton } from '../parts/Button.tsx';
import { Field, Select } from '../parts/Field.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import fields from './DeliveryFields.module.css';
import { Locked } from './Locked.tsx';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';
import { useChangeable } from './use-changeable.ts';
import { useSave } from './use-save.ts';

/** The values to choose from, as the environment has them. */
const CHOICES: Partial<Record<Name, readonly string[]>> = {
  OWNER_LANGUAGE: LANGUAGES,
  DEFAULT_LANGUAGE: [...LANGUAGES, 'browser'],
  DOUBLE_OPT_IN: ['on', 'off'],
};

/** Settings of the server that need nothing but a value. */
export function Changeable({
  about,
  settings,
}: {
  about: keyof typeof PLAIN_SETTINGS;
  settings: ServerSettings;
}) {
  const { t } = useWords();
  const names: readonly Name[] = PLAIN_SETTINGS[about];
  const form = useChangeable(settings, names);
  const { problem, onSubmit } = useSave(form.save);
  // The secret of the app is set where its id is.
  const byOf = (name: Name) =>
    settings.values[name === 'MICROSOFT_CLIENT_SECRET' ? 'MICROSOFT_CLIENT_ID' : name].by;
  return (
    <Section id={about} title={t(`settings.${about}.title`)} text={t(`settings.${about}.text`)}>
      <form className={styles.rows} noValidate onSubmit={onSubmit}>
        <div className={fields.fields}>
          {names.map((name) => (
            <One
              key={name}
              name={name}
              form={form}
              isLocked={byOf(name) === 'server'}
              hasSecret={settings.hasAppSecret}
            />
          ))}
        </div>
        {names.some((name) => byOf(name) !== 'server') && (
          <div className={fields.test}>
            <SmallButton type="submit" busy={form.busy}>
              {t('delivery.save')}
            </SmallButton>
            <FormProblem problem={problem} />
          </div>
        )}
      </form>
    </Section>
  );
}

type OneProps = {
  name: Name;
  form: ReturnType<typeof useChangeable>;
  isLocked: boolean;
  hasSecret: boolean;
};

function One({ name, form, isLocked, hasSecret }: OneProps) {
  const { t } = useWords();
  const label = t(`settings.fields.${name}`);
  const value = form.valueOf(name);
  const choices = CHOICES[name];
  if (isLocked) return <Locked label={label} value={choices ? wordOf(value, t) : value} />;
  const said = { label, hint: t(`settings.hints.${name}`), error: form.wrong[name] ?? null, value };
  if (choices)
    return (
      <Select {...said} onChange={(event) => form.write(name, event.currentTarget.value)}>
        {choices.map((one) => (
          <option key={one} value={one}>
            {wordOf(one, t)}
          </option>
        ))}
      </Select>
    );
  return (
    <Field
      {...said}
      {...kindOf(name)}
      placeholder={name === 'MICROSOFT_CLIENT_SECRET' && hasSecret ? t('delivery.passwordSet') : ''}
      onChange={(event) => form.write(name, event.currentTarget.value)}
    />
  );
}

function kindOf(
  name: Name,
): Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'maxLength' | 'autoComplete'> {
  if (name === 'OWNER_EMAIL') return { type: 'email', autoComplete: 'email' };
  if (name === 'MICROSOFT_CLIENT_SECRET') return { type: 'password', autoComplete: 'new-password' };
  if (name === 'MICROSOFT_SECRET_UNTIL') return { type: 'date' };
  if (name.startsWith('MICROSOFT_')) return { autoComplete: 'off' };
  return { inputMode: 'numeric', maxLength: 6, autoComplete: 'off' };
}

function wordOf(value: string, t: UseWords['t']): string {
  if (value === 'on' || value === 'off') return t(`settings.${value}`);
  return isLanguage(value) ? t(`languages.${value}`) : t('start.browser');
}
