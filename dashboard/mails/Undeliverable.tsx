import { useAct } from '../api.ts';
import { Acts, TextButton, TextLink } from '../parts/Button.tsx';
import { useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import styles from './Mails.module.css';

/** Counts the addresses that bounced since the count was reset. No action is needed. */
export function Undeliverable({ n }: { n: number }) {
  const { t, number } = useWords();
  const { send, busy } = useAct('/mails/clear');
  const failed = useFailureToast();
  if (n === 0) return null;
  return (
    <section className={styles.group}>
      <div className={styles.bar}>
        <div>
          <h2>
            {t('people.state.undeliverable')} <span className={styles.muted}>{number(n)}</span>
          </h2>
          <p className={styles.muted}>{t('mails.undeliverable', { n })}</p>
        </div>
        <Acts>
          <TextLink href="/people?state=undeliverable">{t('mails.undeliverableShow')}</TextLink>
          <TextButton busy={busy} onClick={() => void send({}).catch(failed)}>
            {t('mails.undeliverableClear')}
          </TextButton>
        </Acts>
      </div>
    </section>
  );
}
