import { useSyncExternalStore } from 'react';
import { isSame, type Json } from '#contract/content/content.ts';
import { inEach, type Language } from '#contract/language.ts';
import type { Saved, SiteField } from '#contract/owner/site.ts';
import { queries } from '../../api.ts';
import { newKey, request } from '../../request.ts';
import { draftKey } from '../../session/drafts.ts';
import { ownerNow, session } from '../../session/session.ts';
import { tab } from '../../storage.ts';
import { putSaved } from '../use-site.ts';
import { TypedFields, type Status, type Typed } from './typed.ts';

/** Of one owner: what they typed is still saved after they have left the editor. */
let current: { owner: number; typed: TypedFields } | null = null;

export function typedFields(): TypedFields {
  const owner = ownerNow()?.id ?? 0;
  if (current?.owner !== owner) {
    current?.typed.stop();
    current = { owner, typed: typedOf(owner) };
  }
  return current.typed;
}

session.subscribe(() => {
  if (session.get().is !== 'out') return;
  current?.typed.stop();
  current = null;
});
for (const kind of ['online', 'pagehide']) addEventListener(kind, () => current?.typed.saveAll());
addEventListener('beforeunload', (event) => current?.typed.status().failing && event.preventDefault());

function typedOf(owner: number): TypedFields {
  const key = draftKey(owner, '/site', 'typed');
  return new TypedFields(
    {
      send: (body) => request<Saved>('/site/save', { body, key: newKey() }),
      async show(row, problems) {
        await putSaved(row, problems);
        // The query tells React in a task of its own.
        await new Promise((resolve) => setTimeout(resolve));
      },
      isOwn: (field, value) => isSame(value, ownOf(field)),
      keep: (all) =>
        Object.keys(all).length === 0 ? tab.forget((one) => one === key) : tab.keep(key, JSON.stringify(all)),
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      now: Date.now,
    },
    keptBy(key),
  );
}

function ownOf(key: string) {
  const fields = queries.getQueryData<SiteField[]>(['/site/fields']);
  return fields?.find((field) => field.key === key)?.own;
}

function keptBy(key: string): Record<string, Typed> {
  try {
    return JSON.parse(tab.recall(key) ?? '{}') as Record<string, Typed>;
  } catch {
    return {};
  }
}

/** What is typed into a field and not saved yet. */
export function useTyped(field: string): Typed | undefined {
  const typed = typedFields();
  return useSyncExternalStore(typed.subscribe, () => typed.get(field));
}

/** The same in each language: its fields' keys are given. */
export function useTypedInEach(keys: Record<Language, string>): Record<Language, Json | undefined> {
  const typed = typedFields();
  const values = () => inEach((language) => typed.get(keys[language])?.value);
  return JSON.parse(useSyncExternalStore(typed.subscribe, () => JSON.stringify(values()))) as ReturnType<
    typeof values
  >;
}

export function useTypedStatus(): Status {
  const typed = typedFields();
  return useSyncExternalStore(typed.subscribe, typed.status);
}
