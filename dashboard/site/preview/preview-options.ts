import type { PreviewShows } from '#contract/owner/preview.ts';
import { useState } from 'react';
import type { Language } from '#contract/language.ts';
import { ownerNow } from '../../session/session.ts';
import { local } from '../../storage.ts';

/** Windows in which a page is shown, in pixels. */
export const SCREENS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
export type PreviewOptions = { width: keyof typeof SCREENS; theme: 'light' | 'dark'; language: Language };

/** How this owner last looked at a page. */
export function usePreviewOptions(
  initial: PreviewOptions,
): [look: PreviewOptions, change: (next: Partial<PreviewOptions>) => void] {
  const key = `editor-look:${ownerNow()?.id ?? 0}`;
  const [look, setLook] = useState<PreviewOptions>(() => ({ ...initial, ...read(key) }));
  function change(next: Partial<PreviewOptions>) {
    const all = { ...look, ...next };
    setLook(all);
    local.keep(key, JSON.stringify(all));
  }
  return [look, change];
}

function read(key: string): Partial<PreviewOptions> {
  try {
    return JSON.parse(local.recall(key) ?? '{}') as Partial<PreviewOptions>;
  } catch {
    return {};
  }
}

/** A name of what is shown, among those of its page. */
export function previewName(shows: PreviewShows): string {
  if ('announcement' in shows) return shows.as ?? 'email';
  return 'mail' in shows ? shows.mail : shows.state;
}
