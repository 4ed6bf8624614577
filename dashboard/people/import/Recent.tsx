import { useState } from 'react';
import type { RecentImport, TakenBack } from '#contract/owner/people.ts';
import { useAct, useOwner } from '../../api.ts';
import { AskDialog } from '../../parts/AskDialog.tsx';
import { SmallButton } from '../../parts/Button.tsx';
import { Part, Row, Rows } from '../../parts/layout.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';

/** The imports that can be taken back: those of the last day. */
export function Recent() {
  const { t, moment } = useWords();
  const { data } = useOwner<RecentImport[]>('/people/imports');
  const [asked, ask] = useState<number | null>(null);
  if (data === undefined || data.length === 0) return null;
  return (
    <Part title={t('import.recent')}>
      <Rows>
        {data.map(({ id, at, n, until }) => (
          <Row
            key={id}
            title={t('import.recentRow', { n, moment: moment(at) })}
            text={t('import.recentText', { moment: moment(until) })}
            end={<SmallButton onClick={() => ask(id)}>{t('import.undo')}</SmallButton>}
          />
        ))}
      </Rows>
      {asked !== null && <Undo id={asked} onClose={() => ask(null)} />}
    </Part>
  );
}

function Undo({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useWords();
  const act = useAct<TakenBack>(`/people/imports/${id}/undo`);
  async function undo() {
    const { removed, stayed } = await act.send();
    const done = t('import.undone', { n: removed });
    toast(stayed === 0 ? done : `${done} ${t('import.undoneStayed', { n: stayed })}`);
    onClose();
  }
  return (
    <AskDialog
      title={t('import.undoTitle')}
      yes={t('import.undo')}
      danger
      act={act}
      onYes={undo}
      onClose={onClose}
    >
      <p>{t('import.undoText')}</p>
    </AskDialog>
  );
}
