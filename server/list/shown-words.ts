import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { SiteManifest } from '#contract/documents.ts';
import type { NotStored } from '#server/store/database.ts';
import type { Tables } from '#server/store/schema.ts';

type Store<Post, Outcome> = { add(post: Post): Promise<Outcome> };

/** Keeps the words of this build with the addresses, so that a version in a row leads back to the exact words. */
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

/**
 * Keeps with an address or a message only words that were shown: a version is a hash of them, so whoever names another
 * one has made it up, and would spoil somebody's evidence with it. `shown`: the words of this build. Those of another
 * one, which a page has that was opened before an update or comes from a newer process, are in the store.
 */
export function onlyShownWords<Post extends { consent: string | null; language: Language }, Outcome>(
  store: Store<Post, Outcome>,
  query: Kysely<Tables>,
  shown: SiteManifest['consentTexts'],
): Store<Post, Outcome | NotStored> {
  const known = new Set(shown.map(nameOf));

  async function isKnown(words: Words): Promise<boolean> {
    const name = nameOf(words);
    if (known.has(name)) return true;
    const kept = await query
      .selectFrom('consent_text')
      .select('version')
      .where('version', '=', words.version)
      .where('language', '=', words.language)
      .executeTakeFirst();
    if (kept) known.add(name);
    return kept !== undefined;
  }

  return {
    async add(post) {
      const { consent: version, language } = post;
      const isFine = version === null || (await isKnown({ version, language }).catch(notAsked));
      // Who cannot be asked cannot store either.
      if (typeof isFine === 'object') return isFine;
      return store.add(isFine ? post : { ...post, consent: null });
    },
  };
}

function notAsked(error: unknown): NotStored {
  return { why: 'database', error };
}

type Words = { version: string; language: Language };

function nameOf({ version, language }: Words): string {
  return `${version} ${language}`;
}
