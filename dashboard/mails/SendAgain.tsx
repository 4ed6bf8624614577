import { useState } from 'react';
import type { MailLine, MailsSentAgain, MailTrouble } from '#contract/owner/mails.ts';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { TextButton } from '../parts/Button.tsx';
import { toast, useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';

/** Whether the mail may already have arrived: then the button asks first. */
function mayBeTwice(group: MailTrouble, { why }: MailLine): boolean {
  return group === 'unknown' || why === 'restored';
}

function useSend(group: MailTrouble) {
  const { t } = useWords();
  const act = useAct<MailsSentAgain>(group === 'held' ? '/mails/release' : '/mails/retry');
  async function send(chosen: { ids: number[] } | { all: true }): Promise<void> {
    const { sent, left } = await act.send(chosen);
    if (sent === 0 && left > 0) toast(t('mails.leftOut', { n: left }));
    else toast(group === 'held' ? t('mails.releasedDone', { n: sent }) : t('mails.retried'));
  }
  const failed = useFailureToast();
  return { ...act, send, failed };
}

/** The actions for one mail. */
export function SendAgain({ group, mail }: { group: MailTrouble; mail: MailLine }) {
  const { t } = useWords();
  const { send, busy, failed } = useSend(group);
  const [isAsking, setAsking] = useState(false);
  const word = t(group === 'held' ? 'mails.release' : 'mails.retry');
  return (
    <>
      <TextButton
        busy={busy}
        aria-label={`${word}: ${mail.address ?? t('mails.toYou')}`}
        onClick={() => {
          if (mayBeTwice(group, mail)) setAsking(true);
          else send({ ids: [mail.id] }).catch(failed);
        }}
      >
        {word}
      </TextButton>
      {isAsking && (
        <Question
          group={group}
          title={t('mails.twiceTitle')}
          text={t('mails.twiceText', { address: mail.address ?? t('mails.toYou') })}
          chosen={{ ids: [mail.id] }}
          word={word}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Resends or releases a whole group. Held mails may already have been sent, so the button asks first. */
export function SendAllAgain({ group, n }: { group: 'failed' | 'held'; n: number }) {
  const { t } = useWords();
  const { send, busy, failed } = useSend(group);
  const [isAsking, setAsking] = useState(false);
  const word = group === 'held' ? t('mails.releaseAll', { n }) : t('mails.retryAll', { n });
  return (
    <>
      <TextButton
        busy={busy}
        onClick={() => {
          if (group === 'held') setAsking(true);
          else send({ all: true }).catch(failed);
        }}
      >
        {word}
      </TextButton>
      {isAsking && (
        <Question
          group={group}
          title={t('mails.releaseTitle', { n })}
          text={t('mails.releaseText')}
          chosen={{ all: true }}
          word={word}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

type QuestionProps = {
  group: MailTrouble;
  title: string;
  text: string;
  chosen: { ids: number[] } | { all: true };
  word: string;
  onClose: () => void;
};

function Question({ group, title, text, chosen, word, onClose }: QuestionProps) {
  const { t } = useWords();
  const act = useSend(group);
  return (
    <AskDialog
      title={title}
      yes={word}
      no={t('mails.leave')}
      act={act}
      onYes={() => act.send(chosen).then(onClose)}
      onClose={onClose}
    >
      <p>{text}</p>
    </AskDialog>
  );
}
