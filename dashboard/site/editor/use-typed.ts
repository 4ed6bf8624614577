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
import { afterPaint } from './after-paint.ts';
import { TypedFields, type Status, type Typed } from './typed.ts';

type Subscribe = TypedFields['subscribe'];

/** Of one owner: what they typed is still saved after they have left the editor. */
let current: { owner: number; typed: TypedFields; subscribePainted: Subscribe } | null = null;

export function typedFields(): TypedFields {
  return currentNow().typed;
}

/** Listeners hear of a key once it is painted: what they draw with it would delay that. */
export function subscribeTyped(listen: () => void): () => void {
  return currentNow().subscribePainted(listen);
}

function currentNow() {
  const owner = ownerNow()?.id ?? 0;
  if (current?.owner !== owner) {
    current?.typed.stop();
    const typed = typedOf(owner);
    current = { owner, typed, subscribePainted: painted(typed.subscribe) };
  }
  return current;
}

function painted(subscribe: Subscribe): Subscribe {
  const listeners = new Set<() => void>();
  let isWaiting = false;
  subscribe(() => {
    if (isWaiting) return;
    isWaiting = true;
    afterPaint(() => {
      isWaiting = false;
      for (const listen of listeners) listen();
    });
  });
  return (listen) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  };
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
  return usePainted((typed) => typed.get(field));
}

/** The same with the key itself, for inputs whose value React holds. */
export function useTypedNow(field: string): Typed | undefined {
  const typed = typedFields();
  return useSyncExternalStore(typed.subscribe, () => typed.get(field));
}

/** The same in each language: its fields' keys are given. */
export function useTypedInEach(keys: Record<Language, string>): Record<Language, Json | undefined> {
  const valuesIn = (typed: TypedFields) => inEach((language) => typed.get(keys[language])?.value);
  return JSON.parse(usePainted((typed) => JSON.stringify(valuesIn(typed)))) as ReturnType<typeof valuesIn>;
}

export function useTypedStatus(): Status {
  return usePainted((typed) => typed.status());
}

/** Of another owner, who signs in while this is shown, all is read and heard anew. */
function usePainted<T>(read: (typed: TypedFields) => T): T {
  const { typed, subscribePainted } = currentNow();
  return useSyncExternalStore(subscribePainted, () => read(typed));
}
