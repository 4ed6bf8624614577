import { useState } from 'react';
import type { AnnouncementNow, RecipientAnswer } from '#contract/owner/launch.ts';
import { useAct } from '../api.ts';
import { SmallButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { TickIcon } from '../parts/icons.tsx';
import { Part } from '../parts/layout.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import styles from './launch.module.css';

/** Looks up one address, and says whether the mail was sent to it. */
export function Asking({ now: { purpose, state } }: { now: AnnouncementNow }) {
  const words = useWords();
  const { t } = words;
  const [address, setAddress] = useState('');
  const [answer, setAnswer] = useState<{ asked: RecipientAnswer; address: string } | null>(null);
  const ask = useAct<RecipientAnswer>(pathOf(purpose, '/asked'));
  const isWrong = ask.problem?.of('address') !== undefined;
  function look() {
    setAnswer(null);
    ask
      .send({ address })
      .then((asked) => setAnswer({ asked, address }))
      .catch(() => {});
  }
  return (
    <Part title={t('launch.done.ask')}>
      <form
        className={styles.ask}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <Field
          label={t('launch.done.askLabel')}
          type="email"
          autoComplete="off"
          value={address}
          error={isWrong ? t('launch.words.testAddress') : null}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <SmallButton type="submit" busy={ask.busy}>
          {t('launch.done.askButton')}
        </SmallButton>
      </form>
      <FormProblem problem={isWrong ? null : ask.problem} />
      <p className={styles.answer} role="status">
        {answer && (
          <>
            {['sent', 'late'].includes(answer.asked.is) && <TickIcon />}
            <span>{say(words, answer.asked, answer.address, state)}</span>
          </>
        )}
      </p>
    </Part>
  );
}

function say(
  { t, moment }: UseWords,
  asked: RecipientAnswer,
  address: string,
  state: AnnouncementNow['state'],
): string {
  if (!('at' in asked)) return t(`launch.done.answers.${asked.is === 'nobody' ? 'nobody' : 'notAsked'}`);
  const when = asked.at === null ? '' : moment(asked.at);
  const provider = address.slice(address.lastIndexOf('@') + 1).trim();
  switch (asked.is) {
    case 'sent':
      return t('launch.done.answers.sent', { provider, when });
    case 'failed':
      return t('launch.done.answers.failed', { provider, when, reason: asked.reply ?? '–' });
    case 'waiting':
      if (state === 'stopped') return t('launch.done.answers.stopped');
      return t('launch.done.answers.queued', { when });
    default:
      return t(`launch.done.answers.${asked.is}`, { when });
  }
}
