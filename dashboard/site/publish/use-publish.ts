import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'wouter';
import type {
  Discarded,
  DiscardPosted,
  Published,
  Publishing,
  PublishPosted,
  SiteDraft,
} from '#contract/owner/site.ts';
import { queries } from '../../api.ts';
import { renewBrand } from './renew-brand.ts';
import { toast } from '../../parts/toasts.ts';
import { problemSentence } from '../../problem.ts';
import { newKey, request } from '../../request.ts';
import { useWords } from '../../words.ts';
import { siteOf, type Site } from '../draft.ts';
import { siteAutosave } from '../autosave/use-autosave.ts';
import { putPublished } from '../use-site.ts';
import { PUBLISH_PATIENCE_MS, useUndo } from './use-undo.ts';

/** `site`: as the owner sees it in the dialog. */
export type State =
  /** What is typed is saved first. */
  | { is: 'saving'; site: Site }
  | { is: 'asking'; site: Site }
  | { is: 'publishing' | 'published'; site: Site }
  | { is: 'failed'; site: Site; why: string }
  /** Somebody else has published since `before`. */
  | { is: 'late'; site: Site; before: Site };

/** How long the bob takes to the end of its swing, and stays there. */
const ARRIVES_MS = 1000;
const POLL_MS = 500;

/** Publishes what the owner sees. After the dialog is gone it goes on, and says how it ended. */
export function usePublish(first: Site, onClose: () => void) {
  const words = useWords();
  const [, go] = useLocation();
  const undo = useUndo();
  const [state, setState] = useState<State>({ is: isUnsaved() ? 'saving' : 'asking', site: first });
  const isOpen = useIsOpen();
  const saveFirst = useSaveFirst(first, setState);

  /** `dropped`: changes whose place the words of somebody else take. */
  async function press(site: Site, dropped: DiscardPosted['fields'] = []): Promise<void> {
    if (isUnsaved()) return saveFirst(site);
    setState({ is: 'publishing', site });
    try {
      if (dropped.length > 0) await discard(dropped);
      await end(await publish(site), site);
    } catch (problem) {
      say(problemSentence(words, problem), site);
    }
  }

  async function end(result: Published, site: Site): Promise<void> {
    switch (result.is) {
      case 'published':
      case 'unchanged':
        if (result.is === 'unchanged' && (await askAgain(site))) return;
        setState({ is: 'published', site });
        if (isOpen.current) await arrival();
        if (result.is === 'published') await putPublished(result.number, site.seen);
        void renewBrand();
        // Behind what is shown: on a slow line all of it takes long.
        void queries.invalidateQueries();
        return done(result.is === 'published' ? result.number : null);
      case 'refused':
        return setState({ is: 'asking', site: await readSite(site) });
      case 'taken':
      case 'late':
        await untilPublished();
        return setState({ is: 'late', site: await readSite(site), before: site });
      case 'failed': {
        const full = result.why === 'full' ? ` ${words.t('site.publish.full')}` : '';
        return say(words.t('site.publish.failed') + full, site);
      }
    }
  }

  /** Somebody has written all of it again since it was read. @returns whether there is something to publish. */
  async function askAgain(before: Site): Promise<boolean> {
    const site = await readSite(before);
    if (site.changes.length > 0) setState({ is: 'asking', site });
    return site.changes.length > 0;
  }

  function done(number: number | null): void {
    if (isOpen.current) {
      onClose();
      go('/site/changes');
    }
    if (number === null) return;
    const act = { word: words.t('site.publish.undo'), press: () => undo(number) };
    toast(words.t('site.publish.done'), { act });
  }

  function say(why: string, site: Site): void {
    if (isOpen.current) setState({ is: 'failed', site, why });
    else toast(why, { failed: true });
  }

  return { state, press };
}

/** Saves what is typed when the dialog opens, and again when it is asked to; then asks what to publish. */
function useSaveFirst(first: Site, setState: (state: State) => void): (site: Site) => Promise<void> {
  const words = useWords();
  async function saveFirst(site: Site): Promise<void> {
    setState({ is: 'saving', site });
    try {
      if (await siteAutosave().settle()) setState({ is: 'asking', site: await readSite(site) });
      else setState({ is: 'failed', site, why: words.t('editor.notSaved') });
    } catch (problem) {
      setState({ is: 'failed', site, why: problemSentence(words, problem) });
    }
  }
  const begin = useRef(() => void (isUnsaved() && saveFirst(first)));
  useEffect(() => begin.current(), []);
  return saveFirst;
}

function isUnsaved(): boolean {
  return siteAutosave().status().saving;
}

function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return isOpen;
}

function arrival(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ARRIVES_MS));
}

function discard(fields: DiscardPosted['fields']): Promise<Discarded> {
  return request<Discarded>('/site/discard', { body: { fields } satisfies DiscardPosted, key: newKey() });
}

function publish({ live, seen }: Site): Promise<Published> {
  const body: PublishPosted = { live: live.number, draft: seen };
  const asked = { body, key: newKey(), retryAfterSignIn: false, patience: PUBLISH_PATIENCE_MS };
  return request<Published>('/site/publish', asked);
}

async function readSite({ fields }: Site): Promise<Site> {
  return siteOf(fields, await request<SiteDraft>('/site/draft'));
}

/** Waits until nothing is being published. */
async function untilPublished(): Promise<void> {
  for (let left = PUBLISH_PATIENCE_MS / POLL_MS; left > 0; left -= 1) {
    if ((await request<Publishing>('/site/publishing')) === null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
