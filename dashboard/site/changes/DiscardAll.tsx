import { AskDialog } from '../../parts/AskDialog.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { useDiscard } from './use-discard.ts';

export function DiscardAll({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useWords();
  const discard = useDiscard();
  return (
    <AskDialog
      title={t('site.changes.discardTitle', { n: site.changes.length })}
      yes={t('site.changes.discard')}
      act={discard}
      danger
      onYes={async () => {
        await discard.of(site, site.changes);
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('site.changes.discardText')}</p>
    </AskDialog>
  );
}
