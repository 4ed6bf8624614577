import { useState } from 'react';
import { BY_COMMAND, AUDIT_ACTIONS, type AuditEvent, type AuditLogPage } from '#contract/owner/audit-log.ts';
import { useOwner } from '../api.ts';
import { More } from '../parts/More.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { Loaded } from '../parts/states.tsx';
import { useWords, type UseWords } from '../words.ts';
import { Section } from './Section.tsx';
import styles from './Settings.module.css';

const SHOWN = 8;

export function AuditLog() {
  const { t } = useWords();
  const read = useOwner<AuditLogPage>('/audit-log');
  return (
    <Section title={t('settings.auditLog')} text={t('settings.auditLogText')}>
      <div className={styles.auditLog}>
        <Loaded read={read}>{(page) => <Some page={page} first={SHOWN} />}</Loaded>
      </div>
    </Section>
  );
}

/** `first`: how many are shown until more are requested. */
function Some({ page: { rows, next }, first = Infinity }: { page: AuditLogPage; first?: number }) {
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
  const read = useOwner<AuditLogPage>(`/audit-log?before=${before}`);
  return <Loaded read={read}>{(page) => <Some page={page} />}</Loaded>;
}

/** The server may know actions that this dashboard has no words for. */
function sentenceFor({ t }: UseWords, { owner: name, action, detail }: AuditEvent): string {
  const owner = name === BY_COMMAND ? t('settings.auditByCommand') : name;
  const known = AUDIT_ACTIONS.find((one) => one === action);
  if (known === undefined) return `${owner}: ${action}`;
  const n = detail['n'] ?? detail['people'];
  return t(`settings.auditEvent.${known}`, { owner, n: typeof n === 'number' ? n : '' });
}
