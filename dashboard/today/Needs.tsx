import { type Need, NEED_PAGES } from '#contract/owner/today.ts';
import { homeOf } from '../launch/announcement.ts';
import { SmallLink } from '../parts/Button.tsx';
import { Part, Row, Rows } from '../parts/layout.tsx';
import { sayHeld } from '../mails/say-refused.ts';
import { daysSince } from '../when.ts';
import { useWords, type UseWords } from '../words.ts';
import styles from './Today.module.css';

export function Needs({ needs }: { needs: readonly Need[] }) {
  const words = useWords();
  return (
    <Part title={words.t('today.needsTitle')}>
      {needs.length === 0 ? (
        <p className={styles.text}>{words.t('today.needsNothing')}</p>
      ) : (
        <Rows>
          {needs.map((need) => {
            const { title, text, button } = said(need, words);
            const link = <SmallLink href={hrefOf(need)}>{button}</SmallLink>;
            return <Row key={`${title} ${hrefOf(need)}`} title={title} text={text} end={link} />;
          })}
        </Rows>
      )}
    </Part>
  );
}

function hrefOf(need: Need): string {
  return need.is === 'paused' ? homeOf(need.purpose) : NEED_PAGES[need.is];
}

type Said = { title: string; text?: string; button: string };

/** 09:14, yesterday, 3 November */
function sinceWhen(at: number, { t, time, dayOfYear }: UseWords): string {
  const days = daysSince(at);
  if (days <= 0) return time(at);
  return days === 1 ? t('common.yesterday') : dayOfYear(at);
}

function said(need: Need, words: UseWords): Said {
  const { t, number, long, time } = words;
  switch (need.is) {
    case 'paused':
      return { title: t('today.needs.paused'), button: t('common.look') };
    case 'waiting':
      return {
        title: t('today.needs.waiting', { n: need.n }),
        text: t('today.needs.waitingText'),
        button: t('today.needs.waitingButton'),
      };
    case 'refused':
      return {
        title: t('today.needs.waiting', { n: need.n }),
        text: sayHeld(words, need.held),
        button: t('today.needs.mailsButton'),
      };
    case 'mails':
      return {
        title: t('today.needs.mails', { n: need.n }),
        ...(need.only === 'confirm' && { text: t('today.needs.mailsText') }),
        button: t('today.needs.mailsButton'),
      };
    case 'held':
      return {
        title: t('today.needs.held', { n: need.n }),
        text: t('today.needs.heldText'),
        button: t('today.needs.mailsButton'),
      };
    case 'words': {
      const language = t(`languages.${need.language}`);
      return {
        title: t('today.needs.words', { language }),
        text: t('today.needs.wordsText', { n: number(need.n), language }),
        button: t('today.needs.wordsButton'),
      };
    }
    case 'rehearse':
      return {
        title: t('today.needs.rehearse'),
        text: t('today.needs.rehearseText', { when: `${long(need.at)}, ${time(need.at)}` }),
        button: t('today.needs.rehearseButton'),
      };
    case 'messages':
      return {
        title: t('today.needs.messages', { n: need.n }),
        text: t('today.needs.messagesText', { when: sinceWhen(need.oldest, words) }),
        button: t('today.needs.messagesButton'),
      };
    case 'site':
      return {
        title: t('today.needs.site', { n: need.n }),
        text: t('today.needs.siteText'),
        button: t('today.needs.siteButton'),
      };
    default:
      return saidOfSettings(need, words);
  }
}

/** What can be fixed in the settings. */
function saidOfSettings(
  need: Extract<Need, { is: 'sealed' | 'doctor' | 'copies' | 'backup' | 'key' | 'passkey' }>,
  words: UseWords,
): Said {
  const { t } = words;
  switch (need.is) {
    case 'sealed':
      return {
        title: t(`today.needs.${need.name.startsWith('S3') ? 'sealedCopies' : 'sealedMail'}`),
        text: t('today.needs.sealedText'),
        button: t('today.needs.sealedButton'),
      };
    case 'doctor':
      return {
        title: t('today.needs.doctor', { n: need.n }),
        button: t('common.look'),
      };
    case 'copies':
      return {
        title: t('today.needs.copies', { when: sinceWhen(need.since, words) }),
        button: t('common.look'),
      };
    case 'backup':
      return {
        title: t('today.needs.backup', { days: t('common.days', { n: need.days }) }),
        button: t('today.needs.backupButton'),
      };
    case 'key':
      return { title: t('today.needs.key'), button: t('common.look') };
    case 'passkey':
      return {
        title: t('today.needs.passkey'),
        text: t('today.needs.passkeyText'),
        button: t('today.needs.passkeyButton'),
      };
  }
}
