import type { Provider } from '#contract/owner/launch.ts';
import { Part } from '../parts/layout.tsx';
import { Table } from '../parts/Table.tsx';
import { useWords } from '../words.ts';
import layout from '../parts/layout.module.css';
import styles from './launch.module.css';

/** Lists the mail providers with their counts, and those that have slowed sending down. */
export function ProviderProgress({ providers }: { providers: readonly Provider[] }) {
  const { t, number } = useWords();
  if (providers.length === 0) return null;
  const figure = (n: number, word: string) => (
    <>
      {number(n)}
      <span className={layout.phone}> {word.toLocaleLowerCase()}</span>
    </>
  );
  const pace = ({ pace: is }: Provider) =>
    is === 'normal' ? (
      <span className={layout.wide}>{t('launch.sending.normal')}</span>
    ) : (
      <span className={styles.slow}>
        {t(is === 'slowed' ? 'launch.sending.slowed' : 'launch.sending.paused')}
      </span>
    );
  return (
    <Part title={t('launch.sending.providers')}>
      <Table
        label={t('launch.sending.providers')}
        rows={providers}
        keyOf={({ name }) => name}
        columns={[
          {
            head: t('launch.sending.provider'),
            cell: ({ name, domains }) => name || t('launch.sending.providerOther', { n: domains }),
          },
          {
            head: t('launch.sending.sent'),
            right: true,
            cell: ({ sent }) => figure(sent, t('launch.sending.sent')),
          },
          {
            head: t('launch.sending.queued'),
            right: true,
            cell: ({ waiting }) => figure(waiting, t('launch.sending.queued')),
          },
          {
            head: t('launch.sending.failed'),
            right: true,
            cell: ({ failed }) => figure(failed, t('launch.sending.failed')),
          },
          { head: t('launch.sending.providerPace'), right: true, fold: 'full', cell: pace },
        ]}
      />
    </Part>
  );
}
