import { useLocation } from 'wouter';
import type { AnnouncementNow } from '#contract/owner/launch.ts';
import { TextButton } from '../parts/Button.tsx';
import { useWords } from '../words.ts';
import { useDeleteDraft, useNewLetter } from './use-letters.ts';

/** Beside the heading of a newsletter. */
export function LetterActs({ now: { purpose, state } }: { now: AnnouncementNow }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const { make, busy } = useNewLetter();
  const remove = useDeleteDraft();
  if (state !== 'draft')
    return (
      <TextButton busy={busy} onClick={() => make(purpose)}>
        {t('letters.copy')}
      </TextButton>
    );
  return (
    <TextButton
      danger
      onClick={() => {
        remove(purpose);
        go('/newsletter');
      }}
    >
      {t('letters.delete')}
    </TextButton>
  );
}
