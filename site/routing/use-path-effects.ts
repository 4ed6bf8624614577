import { useEffect } from 'react';
import { FALLBACK_LANGUAGE } from '#contract/language.ts';
import { pushPageView, withoutPrivateParameters } from '../analytics/tags.ts';
import { handOver } from '../inline/hand-over.ts';
import { firstVisit } from './first-visit.ts';

let shown: string | null = null;
let reported: string | null = null;

/** On every path change: scrolls to the top and reports a page view, except for a redirecting closed path. */
export function usePathEffects(path: string, isPage: boolean): void {
  useEffect(() => {
    if (shown !== null && shown !== path) scrollTo(0, 0);
    shown = path;
    if (!isPage || reported === path) return;
    reported = path;
    pushPageView({
      page_path: path,
      page_title: document.title,
      page_location: withoutPrivateParameters(location.href),
      language: handOver.language ?? FALLBACK_LANGUAGE,
      ...requestedPath(path),
    });
  }, [path, isPage]);
}

function requestedPath(path: string): { requested_path?: string } {
  const requested = firstVisit().path.split('?')[0];
  return requested && requested !== path ? { requested_path: requested } : {};
}
