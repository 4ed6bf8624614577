import { useState } from 'react';
import { PREVIEW_NAME_LIMIT, type PreviewLinkRequest, type PreviewRow } from '#contract/owner/settings.ts';
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

/** What a link shows: the site before it opens, or the draft of it. */
const KINDS = {
  site: {
    path: '/previews',
    days: [1, 3, 7, 30, 90],
    title: 'settings.previews',
    text: 'settings.previewsText',
    none: 'settings.previewNone',
    make: 'settings.previewMake',
    ready: 'settings.previewReady',
    ended: 'settings.previewEnded',
  },
  draft: {
    path: '/site/drafts',
    days: [1, 3, 7, 14, 30],
    title: 'site.drafts.links',
    text: 'site.drafts.text',
    none: 'site.drafts.none',
    make: 'site.drafts.make',
    ready: 'site.drafts.ready',
    ended: 'site.drafts.ended',
  },
} as const;
type Kind = keyof typeof KINDS;
const USUAL_DAYS = 7;

/** `at`: when a draft was as it is shown. */
type LinkRow = PreviewRow & { at?: number };

export function PreviewLinks({ kind, links }: { kind: Kind; links: readonly LinkRow[] }) {
  const { t, dayOfYear, number } = useWords();
  const [isMaking, setMaking] = useState(false);
  const say = KINDS[kind];
  return (
    <Section title={t(say.title)} text={t(say.text)}>
      {links.length === 0 && <p>{t(say.none)}</p>}
      <Things>
        {links.map((row) => {
          const { id, name, madeBy, endsAt, opened, at } = row;
          const by =
            madeBy === null ? t('settings.previewByCommand') : t('settings.previewBy', { owner: madeBy });
          const until = t('settings.previewUntil', { when: dayOfYear(endsAt) });
          const seen = opened === 0 ? t('settings.previewUnseen') : t('settings.previewSeen', { n: opened });
          const asOf = at === undefined ? '' : `${t('site.drafts.asOf', { when: dayOfYear(at) })}, `;
          return (
            <Thing
              key={id}
              name={name || t('settings.previewNameless', { n: number(id) })}
              text={`${asOf}${until}, ${seen}, ${by}`}
              end={<Ends kind={kind} row={row} />}
            />
          );
        })}
      </Things>
      <div className={styles.next}>
        <SmallButton onClick={() => setMaking(true)}>{t(say.make)}</SmallButton>
      </div>
      {isMaking && <Make kind={kind} onClose={() => setMaking(false)} />}
    </Section>
  );
}

function Ends({ kind, row: { id, name, link } }: { kind: Kind; row: LinkRow }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const end = useAct(`/previews/${id}/end`);
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextButton aria-label={`${t('common.look')}: ${name}`} onClick={() => setShown(true)}>
        {t('common.look')}
      </TextButton>
      {kind === 'draft' && <Renew id={id} name={name} />}
      <TextButton
        aria-label={`${t('settings.previewEnd')}: ${name}`}
        busy={end.busy}
        onClick={() => {
          end
            .send()
            .then(() => toast(t(KINDS[kind].ended)))
            .catch(failed);
        }}
      >
        {t('settings.previewEnd')}
      </TextButton>
      {isShown && <Made kind={kind} link={link} onClose={() => setShown(false)} />}
    </>
  );
}

function Renew({ id, name }: Pick<LinkRow, 'id' | 'name'>) {
  const { t } = useWords();
  const failed = useFailureToast();
  const renew = useAct(`/site/drafts/${id}/renew`);
  return (
    <TextButton
      aria-label={`${t('site.drafts.renew')}: ${name}`}
      busy={renew.busy}
      onClick={() => {
        renew
          .send()
          .then(() => toast(t('site.drafts.renewed')))
          .catch(failed);
      }}
    >
      {t('site.drafts.renew')}
    </TextButton>
  );
}

type MadeProps = { kind: Kind; link: string; onClose: () => void };

function Made({ kind, link, onClose }: MadeProps) {
  const { t } = useWords();
  return (
    <Dialog title={t(KINDS[kind].ready)} onClose={onClose}>
      <LinkToCopy link={link}>{t(KINDS[kind].text)}</LinkToCopy>
      <DialogActs>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
      </DialogActs>
    </Dialog>
  );
}

function Make({ kind, onClose }: Omit<MadeProps, 'link'>) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const say = KINDS[kind];
  const make = useAct<LinkRow>(say.path);
  const [made, setMade] = useState<LinkRow | null>(null);
  const code = kind === 'draft' ? make.problem?.code : undefined;
  const said = code === 'conflict' ? 'site.drafts.full' : code === 'not-now' && 'site.drafts.wrong';
  if (made !== null) return <Made kind={kind} link={made.link} onClose={onClose} />;
  return (
    <AskDialog
      title={t(say.make)}
      yes={t(say.make)}
      act={{ ...make, problem: make.problem?.code === 'invalid-fields' ? null : make.problem }}
      said={said ? t(said) : undefined}
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
          {say.days.map((n) => (
            <option key={n} value={n}>
              {t('common.days', { n })}
            </option>
          ))}
        </Select>
      </div>
    </AskDialog>
  );
}
