import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { SiteManifest } from '#contract/documents.ts';
import type { NotStored } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';

type Store<Post, Outcome> = { add(post: Post): Promise<Outcome> };

/** Stores the words of this build, so that a version in a row leads to the exact words. */
export async function keepWords(
  query: Kysely<Tables>,
  shown: SiteManifest['consentTexts'],
  now: number,
): Promise<void> {
  if (shown.length === 0) return;
  const texts = shown.map(({ version, language, text }) => ({ version, language, text, first_seen: now }));
  await query
    .insertInto('consent_text')
    .values(texts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a version was shown in this language. */
type IsShown = (version: string, language: Language) => Promise<boolean>;

/** `shown`: the words of this build. Those of other builds, on a page opened before an update, are in the store. */
export function createIsShown(query: Kysely<Tables>, shown: SiteManifest['consentTexts']): IsShown {
  const nameOf = (version: string, language: Language) => `${version} ${language}`;
  const known = new Set(shown.map(({ version, language }) => nameOf(version, language)));
  return async (version, language) => {
    const name = nameOf(version, language);
    if (known.has(name)) return true;
    const kept = await query
      .selectFrom('consent_text')
      .select('version')
      .where('version', '=', version)
      .where('language', '=', language)
      .executeTakeFirst();
    if (kept) known.add(name);
    return kept !== undefined;
  };
}

/**
 * Stores with an address or message only versions that were shown: a version is a hash of the words, so an
 * unknown one is made up and would spoil the evidence.
 */
export function onlyShownWords<Post extends { consent: string | null; language: Language }, Outcome>(
  store: Store<Post, Outcome>,
  query: Kysely<Tables>,
  shown: SiteManifest['consentTexts'],
): Store<Post, Outcome | NotStored> {
  const isShown = createIsShown(query, shown);
  return {
    async add(post) {
      const { consent, language } = post;
      try {
        if (consent === null || (await isShown(consent, language))) return store.add(post);
      } catch (error) {
        // A store that cannot be read cannot be written either.
        return { why: 'database', error };
      }
      return store.add({ ...post, consent: null });
    },
  };
}
