import { useState } from 'react';
import { useLocation } from 'wouter';
import type { DiscardPosted } from '#contract/owner/site.ts';
import { Button, TextButton } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { DialogActs } from '../../parts/Dialog.tsx';
import { useWords, type UseWords } from '../../words.ts';
import { collisionsOf, type Change, type Site } from '../draft.ts';
import { useNames } from '../names.ts';
import { shownBoth } from '../values.ts';
import styles from './publish.module.css';

type Props = {
  site: Site;
  /** As the owner saw it before somebody else published. */
  before: Site;
  onYes: (site: Site, dropped: DiscardPosted['fields']) => Promise<void>;
  onClose: () => void;
};

/** Somebody else has published meanwhile: what both have changed is chosen one by one. */
export function PublishedMeanwhile({ site, before, onYes, onClose }: Props) {
  const { t } = useWords();
  const [, go] = useLocation();
  const names = useNames(site.fields);
  const both = collisionsOf(before, site);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const same = site.changes.length - both.length;
  const dropped = both.filter(({ field }) => theirs.includes(field.key));
  const n = site.changes.length - dropped.length;
  // Those that are listed here need no way to them.
  const unlisted = same > 0 ? 'site.publish.lateBack' : 'site.publish.notYet';
  const back = site.changes.length === 0 ? 'common.close' : unlisted;
  return (
    <>
      <p>{saidOf(t, same, both.length)}</p>
      {both.map((change) => (
        <Both
          key={change.field.key}
          site={site}
          change={change}
          where={names.whole(change.field)}
          isTheirs={theirs.includes(change.field.key)}
          onTheirs={(on) =>
            setTheirs((known) => [
              ...known.filter((key) => key !== change.field.key),
              ...(on ? [change.field.key] : []),
            ])
          }
        />
      ))}
      <DialogActs>
        {site.changes.length > 0 && (
          <Button
            onClick={() =>
              void onYes(
                site,
                dropped.map(({ field, revision }) => ({ field: field.key, revision })),
              )
            }
          >
            {n > 0 ? t('site.publish.button', { n }) : t('site.changes.discard')}
          </Button>
        )}
        <TextButton
          onClick={() => {
            onClose();
            if (same > 0) go('/site/changes');
          }}
        >
          {t(back)}
        </TextButton>
      </DialogActs>
    </>
  );
}

/** Of how many changes: `same`, as they are; `both`, that somebody else has changed, too. */
function saidOf(t: UseWords['t'], same: number, both: number): string {
  if (same + both === 0) return t('site.publish.lateAll');
  const said = [
    t('site.publish.lateKept'),
    same > 0 ? t('site.publish.lateSame', { n: same }) : '',
    both > 0 ? t('site.publish.lateBoth', { n: both }) : '',
  ];
  return said.join(' ');
}

type BothProps = {
  site: Site;
  change: Change;
  where: string;
  isTheirs: boolean;
  onTheirs: (on: boolean) => void;
};

/** One of two values, which are shown in full. */
function Both({ site, change, where, isTheirs, onTheirs }: BothProps) {
  const { t, time } = useWords();
  const { field } = change;
  const { by, at } = site.live;
  const [live, own] = shownBoth(t, site, change);
  const name = by ?? t('site.commandLine');
  const text = (shown: string) => (
    <span lang={field.language ?? undefined}>{shown || t('site.changes.empty')}</span>
  );
  return (
    <fieldset className={styles.both}>
      <legend>
        {where}
        {field.language !== null && <span>{`\u00a0· ${t(`languages.${field.language}`)}`}</span>}
      </legend>
      <p>{t('site.publish.lateOne')}</p>
      <Choice
        name={field.key}
        checked={!isTheirs}
        onChange={() => onTheirs(false)}
        title={t('site.publish.lateYours')}
        text={text(own.text)}
      />
      <Choice
        name={field.key}
        checked={isTheirs}
        onChange={() => onTheirs(true)}
        title={t('site.publish.lateOnline', { name, time: time(at ?? 0) })}
        text={text(live.text)}
      />
    </fieldset>
  );
}
