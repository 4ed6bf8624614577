import type { Published, UndoPosted } from '#contract/owner/site.ts';
import { queries } from '../../api.ts';
import { renewBrand } from './renew-brand.ts';
import { toast, useFailureToast } from '../../parts/toasts.ts';
import { RequestError } from '../../problem.ts';
import { newKey, request } from '../../request.ts';
import { useWords } from '../../words.ts';

/** The server gives up after a minute. In milliseconds. */
export const PUBLISH_PATIENCE_MS = 75_000;

/** Publishes the version before the one that visitors see; what differs is the draft again. Says how it ended. */
export function useUndo(): (live: number) => Promise<void> {
  const { t } = useWords();
  const failed = useFailureToast();
  return async (live) => {
    const body: UndoPosted = { live };
    try {
      const asked = { body, key: newKey(), retryAfterSignIn: false, patience: PUBLISH_PATIENCE_MS };
      const undone = await request<Published>('/site/undo', asked);
      if (undone.is === 'published') toast(t('site.publish.undone'));
      else if (undone.is === 'taken') failed(new RequestError('conflict'));
      else toast(t('site.publish.notUndone'), { failed: true });
    } catch (problem) {
      failed(problem);
    }
    void renewBrand();
    await queries.invalidateQueries();
  };
}
