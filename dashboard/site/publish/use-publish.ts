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
import { toast } from '../../parts/toasts.ts';
import { sentenceOf } from '../../problem.ts';
import { newKey, request } from '../../request.ts';
import { useWords } from '../../words.ts';
import { siteOf, type Site } from '../draft.ts';
import { putPublished } from '../use-site.ts';
import { PUBLISH_PATIENCE_MS, useUndo } from './use-undo.ts';

/** `site`: as the owner sees it in the dialog. */
export type State =
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
  const { t } = words;
  const [, go] = useLocation();
  const undo = useUndo();
  const [state, setState] = useState<State>({ is: 'asking', site: first });
  const isOpen = useIsOpen();

  /** `dropped`: changes whose place the words of somebody else take. */
  async function press(site: Site, dropped: DiscardPosted['fields'] = []): Promise<void> {
    setState({ is: 'publishing', site });
    try {
      const body: DiscardPosted = { fields: dropped };
      if (dropped.length > 0) await request<Discarded>('/site/discard', { body, key: newKey() });
      await end(await publish(site), site);
    } catch (problem) {
      say(sentenceOf(words, problem), site);
    }
  }

  async function end(result: Published, site: Site): Promise<void> {
    switch (result.is) {
      case 'published':
      case 'unchanged':
        setState({ is: 'published', site });
        if (isOpen.current) await arrival();
        if (result.is === 'published') await putPublished(result.number, site.seen);
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
        const full = result.why === 'full' ? ` ${t('site.publish.full')}` : '';
        return say(t('site.publish.failed') + full, site);
      }
    }
  }

  function done(number: number | null): void {
    if (isOpen.current) {
      onClose();
      go('/site/changes');
    }
    if (number === null) return;
    const act = { word: t('site.publish.undo'), press: () => undo(number) };
    toast(t('site.publish.done'), { act });
  }

  function say(why: string, site: Site): void {
    if (isOpen.current) setState({ is: 'failed', site, why });
    else toast(why, { failed: true });
  }

  return { state, press };
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
