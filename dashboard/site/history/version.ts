import type { Version } from '#contract/owner/site.ts';
import type { UseWords } from '../../words.ts';
import type { Site } from '../draft.ts';

export function versionName({ t }: UseWords, { kind, number: n }: Pick<Version, 'kind' | 'number'>): string {
  return kind === 'draft' ? t('site.history.draft') : t('site.history.one', { n });
}

export function isLive({ live }: Site, { kind, number }: Pick<Version, 'kind' | 'number'>): boolean {
  return kind === 'published' && number === live.number;
}
