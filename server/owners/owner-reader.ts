import type { Kysely } from '#kysely';
import type { Language } from '#contract/language.ts';
import type { Unwell } from '#contract/owner/doctor.ts';
import type { Config } from '#server/base/config.ts';
import { warning } from '#server/base/finding.ts';
import type { OwnerReader } from '#server/deliver/prepare-mail.ts';
import type { Tables } from '#server/store/schema.ts';

/** Who gets contact messages and alerts: OWNER_EMAIL, or the longest-standing owner with an address. Null: nobody. */
export async function readOwnerReader(
  query: Kysely<Tables>,
  { ownerEmail, ownerLanguage }: Pick<Config, 'ownerEmail' | 'ownerLanguage'>,
): Promise<OwnerReader | null> {
  if (ownerEmail !== null) return { email: ownerEmail, language: ownerLanguage };
  const owner = await query
    .selectFrom('owner')
    .select(['email', 'language'])
    .where('email', 'is not', null)
    .where('signed_in_at', 'is not', null)
    .orderBy('id')
    .limit(1)
    .$narrowType<{ email: string; language: Language }>()
    .executeTakeFirst();
  return owner ?? null;
}

/** Warns if contact messages and alerts reach nobody. */
export async function readerWarnings(
  query: Kysely<Tables>,
  config: Pick<Config, 'ownerEmail' | 'ownerLanguage'>,
): Promise<Unwell[]> {
  return (await readOwnerReader(query, config)) === null ? [warning('no-owner')] : [];
}
