import { DIRECT, FROM_LIST } from '#contract/owner/people.ts';
import type { UseWords } from './words.ts';

const NAMES: Record<string, string> = {
  ig: 'Instagram',
  'instagram.com': 'Instagram',
  'l.instagram.com': 'Instagram',
  'lnkd.in': 'LinkedIn',
  linkedin: 'LinkedIn',
  'linkedin.com': 'LinkedIn',
  fb: 'Facebook',
  'facebook.com': 'Facebook',
  'l.facebook.com': 'Facebook',
  'm.facebook.com': 'Facebook',
  'google.com': 'Google',
  'google.pt': 'Google',
  'bing.com': 'Bing',
  'duckduckgo.com': 'DuckDuckGo',
  'youtube.com': 'YouTube',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  'tiktok.com': 'TikTok',
  whatsapp: 'WhatsApp',
};

/** The display name of a source: a campaign's word, or a host. `null` and `-`: unknown. */
export function sourceName({ t, capital }: UseWords, source: string | null): string {
  if (source === null || source === DIRECT) return t('figures.direct');
  if (source === FROM_LIST) return t('figures.import');
  return NAMES[source] ?? (source.includes('.') ? source : capital(source));
}
