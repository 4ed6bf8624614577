import type { MailWhy } from '#contract/owner/delivery.ts';
import { mailProviderOf } from '#contract/owner/mail-provider.ts';
import { useWords } from '../words.ts';
import { sayReply } from './say-refused.ts';
import styles from './Why.module.css';

type Props = { why: MailWhy; address: string | null; said: string };

/** Says why a mail failed, in plain words. The mail server's reply (`said`) can be unfolded. */
export function Why({ why, address, said }: Props) {
  const words = useWords();
  const { t } = words;
  const domain = address?.slice(address.lastIndexOf('@') + 1) ?? t('mails.mailServer');
  if (why === 'other') return <>{said === '' ? t('mails.unknown') : sayReply(words, said)}</>;
  const provider = address === null ? domain : mailProviderOf(address, said);
  const sentence =
    why === 'broke' || why === 'crash' || why === 'restored' || why === 'noOwner'
      ? t(`mails.why.${why}`)
      : why === 'noDomain'
        ? t('mails.why.noDomain', { domain })
        : t(`mails.why.${why}`, { provider });
  const isOwn = why === 'noOwner' || why === 'restored' || why === 'crash' || said === '';
  return isOwn ? (
    <>{sentence}</>
  ) : (
    <details className={styles.why}>
      <summary>{sentence}</summary>
      <p>
        {t('mails.words')}: <q>{said}</q>
      </p>
    </details>
  );
}
