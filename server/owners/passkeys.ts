import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';

export async function countPasskeys(query: Kysely<Tables>, owner: number): Promise<number> {
  const rows = await query.selectFrom('passkey').select('id').where('owner_id', '=', owner).execute();
  return rows.length;
}
