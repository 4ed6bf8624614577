import { localeOf, type Language } from '#contract/language.ts';
import type { MailName, MailValues } from '#contract/mails.ts';
import type { Kysely } from '#kysely';
import type { Config } from '#server/base/config.ts';
import type { Tables } from '#server/store/schema.ts';

type Alert = Extract<MailName, `alarm-${string}`>;

/**
 * Queues an alert to every owner with an address, each in their language, and to OWNER_EMAIL. `config`: as it was before
 * what is announced, whose mail must reach who was in charge until then. `values`: `at` writes a time as this reader does.
 */
export async function tellOwners<M extends Alert>(
  query: Kysely<Tables>,
  { ownerEmail, ownerLanguage, ownerZone }: Pick<Config, 'ownerEmail' | 'ownerLanguage' | 'ownerZone'>,
  mail: M,
  values: (at: (time: number) => string) => MailValues<M>,
  now: number,
): Promise<void> {
  const owners = await query
    .selectFrom('owner')
    .select(['email', 'language'])
    .where('email', 'is not', null)
    .execute();
  const readers = new Map<string, Language>();
  if (ownerEmail !== null) readers.set(ownerEmail.toLowerCase(), ownerLanguage);
  for (const { email, language } of owners) if (email !== null) readers.set(email, language);
  const rows = [...readers].map(([to, language]) => {
    const shape = { dateStyle: 'long', timeStyle: 'short', timeZone: ownerZone } as const;
    const at = (time: number) => new Date(time).toLocaleString(localeOf(language), shape);
    const payload = JSON.stringify({ mail, values: values(at), to, language });
    return { kind: 'alarm', subject_type: null, payload, due_at: now, created_at: now };
  });
  if (rows.length > 0) await query.insertInto('outbox').values(rows).execute();
}
