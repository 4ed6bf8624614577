import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '#contract/language.ts';
import { type SiteManifest, SOON_STATES } from '#contract/pages.ts';

const STATES = { pending: '', confirmed: '', unsubscribed: '', suppressed: '' };
const OF_LANGUAGE = { states: STATES, languages: { en: '', pt: '' } };
const WORDS = { en: OF_LANGUAGE, pt: OF_LANGUAGE };

/** Writes the smallest site the collector starts with: these tests are about what lies behind the pages. */
export function writeSite(dist: string): void {
  const documents = SOON_STATES.flatMap((state) =>
    LANGUAGES.map((language) => ({
      page: 'soon' as const,
      state,
      language,
      file: `${language}-${state}.html`,
      policy: "default-src 'none'",
    })),
  );
  const consentTexts = LANGUAGES.map((language) => ({
    version: 'v1',
    language,
    text: `Words in ${language}.`,
  }));
  mkdirSync(join(dist, '.build'), { recursive: true });
  const manifest: SiteManifest = { documents, consentTexts, words: WORDS };
  writeFileSync(join(dist, '.build', 'manifest.json'), JSON.stringify(manifest));
  const files = [...documents.map(({ file }) => file), '404.html'];
  for (const file of files) writeFileSync(join(dist, file), `<!doctype html><title>${file}</title>`);
}
