import { useState, type ReactNode } from 'react';
import { sayReply } from '../mails/say-refused.ts';
import { Acts, SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { FormProblem } from '../parts/states.tsx';
import { TickIcon } from '../parts/icons.tsx';
import { toast } from '../parts/toasts.ts';
import { RequestError } from '../problem.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { ownerNow } from '../session/session.ts';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import styles from './DeliveryFields.module.css';
import type { AccountProblem, Login } from './save-account.ts';
import type { useDelivery } from './use-delivery.ts';

type Delivery = ReturnType<typeof useDelivery>;
type Props = { delivery: Delivery; hasPassword: boolean };

export function DeliveryFields({ delivery, hasPassword }: Props) {
  const { t } = useWords();
  const { wrong, typed, write, offer } = delivery;
  return (
    <LoginFields form={delivery} server={t('delivery.server')} hasPassword={hasPassword} offer={offer}>
      <div className={styles.wide}>
        <Field
          label={t('delivery.from')}
          error={wrong.from ?? null}
          value={typed.from}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => write('from', event.currentTarget.value)}
        />
      </div>
    </LoginFields>
  );
}

/** Takes the port or the name that would work. */
function Offer({ field, value, take }: NonNullable<Delivery['offer']>) {
  const { t } = useWords();
  const { press, busy, said } = usePress(async () => {
    if (await take()) toast(t('delivery.saved'));
  });
  return (
    <div className={styles.offer}>
      <SmallButton busy={busy} onClick={press}>
        {field === 'port' ? t('delivery.usePort', { port: value }) : t('delivery.useServer', { name: value })}
      </SmallButton>
      <ErrorNotice text={said} />
    </div>
  );
}

type LoginProps = {
  form: { typed: Login; wrong: AccountProblem; write: (name: keyof Login, text: string) => void };
  /** The label of its name. */
  server: string;
  hasPassword: boolean;
  passwordHint?: string | undefined;
  /** Shown below what is wrong. */
  offer?: Delivery['offer'];
  children?: ReactNode;
};

/** The account at a server of mails. */
export function LoginFields({ form, server, hasPassword, passwordHint, offer = null, children }: LoginProps) {
  const { t } = useWords();
  const field = (name: keyof Login) => ({
    label: name === 'server' ? server : t(`delivery.${name}`),
    error: form.wrong[name] ?? null,
    value: form.typed[name],
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => form.write(name, event.currentTarget.value),
  });
  return (
    <div className={styles.fields}>
      <div>
        <Field {...field('server')} autoComplete="off" />
        {offer?.field === 'server' && <Offer {...offer} />}
      </div>
      <div>
        <Field {...field('port')} autoComplete="off" inputMode="numeric" maxLength={5} />
        {offer?.field === 'port' && <Offer {...offer} />}
      </div>
      <Field {...field('user')} autoComplete="off" />
      <Field
        {...field('password')}
        type="password"
        autoComplete="new-password"
        placeholder={hasPassword ? t('delivery.passwordSet') : ''}
        hint={passwordHint}
      />
      {children}
    </div>
  );
}

type TestProps = {
  delivery: Delivery;
  /** A button before its own, and what came of it. */
  before?: ReactNode;
  failed?: RequestError | null;
};

/** Saves, sends a mail and says how long it took. */
export function DeliveryTest({ delivery, before, failed = null }: TestProps) {
  const words = useWords();
  const { t, lasting } = words;
  const own = ownerNow()?.email ?? null;
  const [address, setAddress] = useState(own ?? '');
  const [said, setSaid] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [problem, setProblem] = useState<RequestError | null>(null);
  const [isWrong, setWrong] = useState(false);
  async function test() {
    setSaid(null);
    setRefused(null);
    setProblem(null);
    setWrong(false);
    try {
      const sent = await delivery.test(address.trim());
      if (sent === null) return;
      if (sent.is === 'sent') setSaid(t('delivery.tested', { address, seconds: lasting(sent.took) }));
      else if (sent.is === 'file') setSaid(t('delivery.fileOnly'));
      else setRefused(sayReply(words, sent.reply));
    } catch (error) {
      if (error instanceof RequestError && error.of('address') !== undefined) setWrong(true);
      else setProblem(error instanceof RequestError ? error : new RequestError('internal'));
    }
  }
  return (
    <div className={styles.test}>
      {own === null && (
        <Field
          type="email"
          label={t('delivery.testTo')}
          error={isWrong ? t('start.emailWrong') : null}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      )}
      <Acts>
        {before}
        <SmallButton busy={delivery.isTesting || delivery.busy} onClick={() => void test()}>
          {t('delivery.test')}
        </SmallButton>
      </Acts>
      <p className={styles.said} role="status">
        {delivery.isTesting && t('delivery.testing')}
        {said !== null && (
          <>
            <TickIcon /> <span>{said}</span>
          </>
        )}
      </p>
      <ErrorNotice text={refused} />
      <FormProblem problem={problem ?? failed} />
    </div>
  );
}
