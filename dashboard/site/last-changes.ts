import type { FieldPlace } from '#contract/content/editor.ts';
import type { Version } from '#contract/owner/site.ts';
import type { DraftField, Site } from './draft.ts';

export type LastChange = { at: number; by: string | null };

/** Who changed what is edited at a place, and when: in the draft, else in the newest version. */
export function lastChanges(
  site: Site,
  versions: readonly Version[],
): (at: Pick<FieldPlace, 'room' | 'name'>) => LastChange | null {
  const found = new Map<string, LastChange>();
  const note = (field: DraftField | undefined, { at, by }: LastChange) => {
    if (!field?.place) return;
    const known = found.get(nameOf(field.place));
    if (known === undefined || known.at < at) found.set(nameOf(field.place), { at, by });
  };
  for (const change of site.changes) note(change.field, change);
  for (const version of versions)
    if (version.kind === 'published') for (const key of version.fields) note(site.field(key), version);
  return (at) => found.get(nameOf(at)) ?? null;
}

function nameOf({ room, name }: Pick<FieldPlace, 'room' | 'name'>): string {
  return `${room}/${name}`;
}
