import { useState } from 'react';
import {
  PREVIEW_NAME_LIMIT,
  type PreviewLinkRequest,
  type PreviewRow,
  type Settings,
} from '#contract/owner/settings.ts';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton, TextButton } from '../parts/Button.tsx';
import { Dialog, DialogActs } from '../parts/Dialog.tsx';
import { Field, Select } from '../parts/Field.tsx';
import { toast, useFailureToast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { LinkToCopy } from './LinkToCopy.tsx';
import { Section, Thing, Things } from './Section.tsx';
import styles from './Settings.module.css';

const DAYS = [1, 3, 7, 30, 90];
const USUAL_DAYS = 7;

export function PreviewLinks({ previews }: Pick<Settings, 'previews'>) {
  const { t, dayOfYear, number } = useWords();
  const [isMaking, setMaking] = useState(false);
  return (
    <Section title={t('settings.previews')} text={t('settings.previewsText')}>
      {previews.length === 0 && <p>{t('settings.previewNone')}</p>}
      <Things>
        {previews.map((row) => {
          const { id, name, madeBy, endsAt, opened } = row;
          const by =
            madeBy === null ? t('settings.previewByCommand') : t('settings.previewBy', { owner: madeBy });
          const until = t('settings.previewUntil', { when: dayOfYear(endsAt) });
          const seen = opened === 0 ? t('settings.previewUnseen') : t('settings.previewSeen', { n: opened });
          return (
            <Thing
              key={id}
              name={name || t('settings.previewNameless', { n: number(id) })}
              text={`${until}, ${seen}, ${by}`}
              end={<Ends row={row} />}
            />
          );
        })}
      </Things>
      <div className={styles.next}>
        <SmallButton onClick={() => setMaking(true)}>{t('settings.previewMake')}</SmallButton>
      </div>
      {isMaking && <Make onClose={() => setMaking(false)} />}
    </Section>
  );
}

function Ends({ row: { id, name, link } }: { row: PreviewRow }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const end = useAct(`/previews/${id}/end`);
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextButton aria-label={`${t('common.look')}: ${name}`} onClick={() => setShown(true)}>
        {t('common.look')}
      </TextButton>
      <TextButton
        aria-label={`${t('settings.previewEnd')}: ${name}`}
        busy={end.busy}
        onClick={() => {
          end
            .send()
            .then(() => toast(t('settings.previewEnded')))
            .catch(failed);
        }}
      >
        {t('settings.previewEnd')}
      </TextButton>
      {isShown && <Made link={link} onClose={() => setShown(false)} />}
    </>
  );
}

function Made({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog title={t('settings.previewReady')} onClose={onClose}>
      <LinkToCopy link={link}>{t('settings.previewsText')}</LinkToCopy>
      <DialogActs>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
      </DialogActs>
    </Dialog>
  );
}

function Make({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const make = useAct<PreviewRow>('/previews');
  const [made, setMade] = useState<PreviewRow | null>(null);
  if (made !== null) return <Made link={made.link} onClose={onClose} />;
  return (
    <AskDialog
      title={t('settings.previewMake')}
      yes={t('settings.previewMake')}
      act={{ ...make, problem: make.problem?.code === 'invalid-fields' ? null : make.problem }}
      onYes={() => make.send({ name, days } satisfies PreviewLinkRequest).then(setMade)}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Field
          label={t('settings.previewFor')}
          required
          maxLength={PREVIEW_NAME_LIMIT}
          value={name}
          error={make.problem?.of('name') ? t('settings.nameMissing') : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label={t('settings.previewDays')}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {DAYS.map((n) => (
            <option key={n} value={n}>
              {t('common.days', { n })}
            </option>
          ))}
        </Select>
      </div>
    </AskDialog>
  );
}
