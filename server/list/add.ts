import type { Kysely } from '#kysely';
import type { AddedPerson } from '#contract/owner/people.ts';
import type { Subscribe } from '#contract/subscribe.ts';
import type { Tables } from '#server/store/schema.ts';
import { find } from './find.ts';
import { addPeople } from './import/store.ts';
import { BY_HAND } from './receipts.ts';

/** Adds one person, who must confirm. People who left or were erased can only return by themselves. */
export async function addPerson(
  query: Kysely<Tables>,
  person: Pick<Subscribe, 'address' | 'key' | 'language'>,
  now: number,
): Promise<AddedPerson> {
  const nextMail = () => Promise.resolve(() => now);
  const [fate = 'known'] = await addPeople(query, [{ ...person, agreedAt: null }], {
    nextMail,
    now,
    page: BY_HAND,
  });
  if (fate !== 'added') return { outcome: fate };
  const kept = await find(query, { key: person.key });
  return { outcome: 'added', id: kept?.id ?? 0 };
}
