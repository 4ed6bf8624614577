import type { MailPage, MailsInTrouble, MailTrouble } from '#contract/owner/mails.ts';
import { USUAL_MS, useAct, useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Link } from 'wouter';
import { Breve } from '#ui/Breve.tsx';
import { TextButton, TextLink } from '../parts/Button.tsx';
import { Lead } from '../parts/layout.tsx';
import { Loaded } from '../parts/states.tsx';
import { useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { sayRefused } from './say-refused.ts';
import { SendAllAgain } from './SendAgain.tsx';
import { TroubleGroup } from './TroubleGroup.tsx';
import { CountedSection } from './CountedSection.tsx';
import { Undeliverable } from './Undeliverable.tsx';
import styles from './Mails.module.css';

/** Most urgent first. */
const GROUPS: readonly MailTrouble[] = ['failed', 'held', 'unknown'];

/** Lists the mails that were not delivered, and what can be done about them. */
export default function Mails() {
  const { t } = useWords();
  const read = useOwner<MailsInTrouble>('/mails', { every: USUAL_MS });
  const { data } = read;
  if (data === undefined)
    return (
      <>
        <PageHead title={t('mails.title')} waits />
        <Loaded read={read} />
      </>
    );
  const n = GROUPS.reduce((sum, group) => sum + data[group].count, 0);
  const { waiting, refused } = data;
  const inTrouble = n + (refused?.n ?? 0);
  if (n === 0 && waiting === null && refused === null)
    return <Well last={data.last} undeliverable={data.undeliverable} />;
  return (
    <>
      <PageHead
        key="trouble"
        title={t('mails.title')}
        over={inTrouble > 0 && t('nav.inTrouble', { n: inTrouble })}
      />
      {n > 0 && <Lead>{t('mails.lead')}</Lead>}
      {refused !== null && <Refused {...refused} />}
      {waiting !== null && <Waiting {...waiting} />}
      {GROUPS.filter((group) => data[group].count > 0).map((group) => (
        <TroubleOf key={group} group={group} of={data[group]} />
      ))}
      {data.failed.count > 0 && <p className={styles.foot}>{t('mails.forget')}</p>}
      <Undeliverable n={data.undeliverable} />
      <Launch />
    </>
  );
}

function TroubleOf({ group, of }: { group: MailTrouble; of: MailPage & { count: number } }) {
  const { t } = useWords();
  return (
    <CountedSection
      title={t(`mails.groups.${group}`)}
      n={of.count}
      text={t(`mails.groups.${group}Text`)}
      end={group !== 'unknown' && <SendAllAgain group={group} n={of.count} />}
    >
      <TroubleGroup group={group} first={of} />
    </CountedSection>
  );
}

/** What the owner's own account refuses. It is tried by itself; pressing only makes it sooner. */
function Refused(held: NonNullable<MailsInTrouble['refused']>) {
  const words = useWords();
  const { t } = words;
  const { send, busy } = useAct('/mails/try');
  const failed = useFailureToast();
  return (
    <CountedSection
      title={t('mails.refused')}
      n={held.n}
      text={sayRefused(words, held)}
      end={
        <TextButton busy={busy} onClick={() => void send({}).catch(failed)}>
          {t('mails.tryNow')}
        </TextButton>
      }
    />
  );
}

/** What no mail server takes. No action is needed here: it leaves once there is one. */
function Waiting({ why, n }: NonNullable<MailsInTrouble['waiting']>) {
  const { t } = useWords();
  return (
    <CountedSection
      title={t('mails.waiting')}
      n={n}
      text={t(`delivery.${why === 'unset' ? 'off' : 'sealed'}`)}
      end={<TextLink href="/settings#delivery">{t('today.needs.waitingButton')}</TextLink>}
    />
  );
}

function Well({ last, undeliverable }: Pick<MailsInTrouble, 'last' | 'undeliverable'>) {
  const { t, relative } = useWords();
  return (
    <>
      <PageHead key="well" title={t('mails.wellTitle')} tab={t('mails.title')} over={t('mails.title')} />
      <div className={styles.well}>
        <Breve swing="rest" />
        <Lead>
          {last === null
            ? t('mails.wellNone')
            : t('mails.wellText', {
                when: relative(last.at),
                time: t('common.seconds', { n: Math.max(1, Math.round(last.took / 1000)) }),
              })}
        </Lead>
      </div>
      <Undeliverable n={undeliverable} />
      <Launch />
    </>
  );
}

/** Announcements have their own page. */
function Launch() {
  const { t } = useWords();
  return (
    <p className={styles.foot}>
      {t('mails.launch')} <Link href="/launch">{t('nav.launch')}</Link>
    </p>
  );
}
