import { useSyncExternalStore } from 'react';
import type { Json } from '#contract/content/content.ts';
import { inEach, type Language } from '#contract/language.ts';
import type { DraftRow, Saved, SiteField } from '#contract/owner/site.ts';
import { queries } from '../../api.ts';
import { isPassing, Problem } from '../../problem.ts';
import { newKey, request, type Asked } from '../../request.ts';
import { draftKey } from '../../session/drafts.ts';
import { ownerNow, session } from '../../session/session.ts';
import { tab } from '../../storage.ts';
import { putSaved } from '../use-site.ts';
import { afterPaint } from './after-paint.ts';
import { mergeLists } from './merge.ts';
import {
  TypedFields,
  type Answer,
  type Posted,
  type Status,
  type Stored,
  type Typed,
  type TypedParts,
} from './typed.ts';

type Subscribe = TypedFields['subscribe'];
type Autosave<Row extends Stored> = { typed: TypedFields<Row>; subscribePainted: Subscribe };
type Target<Row extends Stored> = Pick<TypedParts<Row>, 'show' | 'ownOf' | 'merge'> & {
  /** @throws Problem */
  send: (
    posted: Posted<Row>,
    asked: Pick<Asked, 'key' | 'keepalive'>,
  ) => Promise<Exclude<Answer<Row>, { is: 'refused' }>>;
};

/** Of one owner, by where it is stored: what they typed is still saved after they have left the page. */
let current: { owner: number; all: Map<string, Autosave<Stored>> } | null = null;

/** Saves what is typed below `path` by itself. `target`: looked at once. */
export function autosaveOf<Row extends Stored>(path: string, target: Target<Row>): Autosave<Row> {
  const owner = ownerNow()?.id ?? 0;
  if (current?.owner !== owner) {
    end();
    current = { owner, all: new Map() };
  }
  const { all } = current;
  const known = all.get(path) as unknown as Autosave<Row> | undefined;
  if (known !== undefined) return known;
  const typed = typedOf(draftKey(owner, path, 'typed'), target);
  const made = { typed, subscribePainted: painted(typed.subscribe) };
  all.set(path, made as unknown as Autosave<Stored>);
  return made;
}

const allTyped = () => [...(current?.all.values() ?? [])].map(({ typed }) => typed);

function end(): void {
  for (const typed of allTyped()) typed.stop();
  current = null;
}

const siteSaved = () => autosaveOf<DraftRow>('/site', SITE);

export function typedFields(): TypedFields {
  return siteSaved().typed;
}

/** Listeners hear of a key once it is painted: what they draw with it would delay that. */
export function subscribeTyped(listen: () => void): () => void {
  return siteSaved().subscribePainted(listen);
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

session.subscribe(() => session.get().is === 'out' && end());
addEventListener('online', () => allTyped().forEach((typed) => typed.saveAll()));
/** A phone may end a hidden page without a word. */
const leave = () => allTyped().forEach((typed) => typed.saveAll(true));
addEventListener('pagehide', leave);
addEventListener('visibilitychange', () => document.hidden && leave());
addEventListener(
  'beforeunload',
  (event) => allTyped().some((typed) => typed.isAtRisk()) && event.preventDefault(),
);

const SITE: Target<DraftRow> = {
  send: ({ revision, ...posted }, asked) =>
    request<Saved>('/site/save', { body: { ...posted, revision: revision ?? 0 }, ...asked }),
  async show(row, problems) {
    await putSaved(row, problems);
    // The query tells React in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
  },
  ownOf: (key) =>
    queries.getQueryData<SiteField[]>(['/site/fields'])?.find((field) => field.key === key)?.own,
  merge: mergeLists,
};

function typedOf<Row extends Stored>(key: string, { send, ...target }: Target<Row>): TypedFields<Row> {
  return new TypedFields<Row>(
    {
      ...target,
      send: (posted, keepalive) =>
        send(posted, { key: newKey(), keepalive }).catch((error: unknown) => {
          if (!(error instanceof Problem) || isPassing(error)) throw error;
          return { is: 'refused', why: error.code };
        }),
      keep: (all) =>
        Object.keys(all).length === 0 ? tab.forget((one) => one === key) : tab.keep(key, JSON.stringify(all)),
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      now: Date.now,
    },
    keptBy<Row>(key),
  );
}

function keptBy<Row extends Stored>(key: string): Record<string, Typed<Row>> {
  try {
    return JSON.parse(tab.recall(key) ?? '{}') as Record<string, Typed<Row>>;
  } catch {
    return {};
  }
}

/** What is typed into a field and not saved yet. */
export function useTyped(field: string): Typed | undefined {
  return usePainted((typed) => typed.get(field));
}

/** The same of several fields. */
export function useTypedOf(fields: readonly string[]): (Typed | null)[] {
  const typed = usePainted((all) => JSON.stringify(fields.map((field) => all.get(field) ?? null)));
  return JSON.parse(typed) as (Typed | null)[];
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
  const { typed, subscribePainted } = siteSaved();
  return useSyncExternalStore(subscribePainted, () => read(typed));
}
