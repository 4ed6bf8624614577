import { useState } from 'react';
import { BY_COMMAND, DEEDS, type DeedRow, type Deeds as Page } from '#contract/owner/session.ts';
import { useOwner } from '../api.ts';
import { More } from '../parts/More.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { Loaded } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

const SHOWN = 8;

export function Deeds() {
  const { t } = useWords();
  const read = useOwner<Page>('/deeds');
  return (
    <Section title={t('settings.deeds')} text={t('settings.deedsText')}>
      <div className={styles.deeds}>
        <Loaded read={read}>{(page) => <Some page={page} first={SHOWN} />}</Loaded>
      </div>
    </Section>
  );
}

/** `first`: so many of them, until more are asked for. */
function Some({ page: { rows, next }, first = Infinity }: { page: Page; first?: number }) {
  const words = useWords();
  const [isMore, setMore] = useState(false);
  const isAll = first >= rows.length;
  return (
    <>
      <Pairs>
        {rows.slice(0, isMore ? Infinity : first).map((row) => (
          <Pair key={row.id} term={sentenceFor(words, row)}>
            {words.short(row.at)}, {words.time(row.at)}
          </Pair>
        ))}
      </Pairs>
      {!isMore && (!isAll || next !== null) && <More onPress={() => setMore(true)} />}
      {isMore && next !== null && <Older before={next} />}
    </>
  );
}

function Older({ before }: { before: number }) {
  const read = useOwner<Page>(`/deeds?before=${before}`);
  return <Loaded read={read}>{(page) => <Some page={page} />}</Loaded>;
}

/** The server may know deeds that this dashboard has no words for. */
function sentenceFor({ t }: UseWords, { owner: name, what, detail }: DeedRow): string {
  const owner = name === BY_COMMAND ? t('settings.deedByCommand') : name;
  const known = DEEDS.find((one) => one === what);
  if (known === undefined) return `${owner}: ${what}`;
  const n = detail['n'] ?? detail['people'];
  return t(`settings.deed.${known}`, { owner, n: typeof n === 'number' ? n : '' });
}
