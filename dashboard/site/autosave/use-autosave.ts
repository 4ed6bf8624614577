import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Json } from '#contract/content/content.ts';
import { inEach, type Language } from '#contract/language.ts';
import type { SiteField } from '#contract/owner/site.ts';
import { queries } from '../../api.ts';
import { isPassing, RequestError } from '../../problem.ts';
import { newKey, request } from '../../request.ts';
import { draftKey } from '../../session/drafts.ts';
import { ownerNow, session } from '../../session/session.ts';
import { tab } from '../../storage.ts';
import { putSaved } from '../use-site.ts';
import { afterPaint } from './after-paint.ts';
import { Autosave, type SaveResult, type AutosaveParts, type PendingEdit, type Status } from './autosave.ts';
import { mergeLists } from './merge.ts';

type Target = Pick<AutosaveParts, 'show' | 'ownOf'>;

/** Of one owner, by where it is stored: what they typed is still saved after they have left the page. */
let current: { owner: number; all: Map<string, Autosave> } | null = null;

/** Saves what is typed by POST to `save` below `path`. `target`: read once. */
export function autosaveOf(path: string, target: Target): Autosave {
  const owner = ownerNow()?.id ?? 0;
  if (current?.owner !== owner) {
    end();
    current = { owner, all: new Map() };
  }
  const { all } = current;
  const known = all.get(path) ?? autosaveTo(path, draftKey(owner, path, 'typed'), target);
  all.set(path, known);
  return known;
}

const allNow = () => [...(current?.all.values() ?? [])];

function end(): void {
  for (const autosave of allNow()) autosave.stop();
  current = null;
}

session.subscribe(() => session.get().is === 'out' && end());
addEventListener('online', () => allNow().forEach((autosave) => autosave.saveAll()));
/** A phone may end a hidden page without a word. */
const leave = () => allNow().forEach((autosave) => autosave.saveAll(true));
addEventListener('pagehide', leave);
addEventListener('visibilitychange', () => document.hidden && leave());
addEventListener(
  'beforeunload',
  (event) => allNow().some((autosave) => autosave.isAtRisk()) && event.preventDefault(),
);

const SITE: Target = {
  async show(row, problems) {
    await putSaved(row, problems);
    await untilShown();
  },
  ownOf: (key) =>
    queries.getQueryData<SiteField[]>(['/site/fields'])?.find((field) => field.key === key)?.own,
};

/** Of the site’s draft. */
export function siteAutosave(): Autosave {
  return autosaveOf('/site', SITE);
}

/** A query notifies React in a task of its own. */
export function untilShown(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function autosaveTo(path: string, key: string, target: Target): Autosave {
  return new Autosave(
    {
      ...target,
      send: (body, keepalive) =>
        request<SaveResult>(`${path}/save`, { body, key: newKey(), keepalive }).catch((error: unknown) => {
          if (!(error instanceof RequestError) || isPassing(error)) throw error;
          return { is: 'refused', why: error.code };
        }),
      merge: mergeLists,
      keep: (all) =>
        Object.keys(all).length === 0 ? tab.forget((one) => one === key) : tab.keep(key, JSON.stringify(all)),
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      afterPaint,
      now: Date.now,
    },
    keptBy(key),
  );
}

function keptBy(key: string): Record<string, PendingEdit> {
  try {
    return JSON.parse(tab.recall(key) ?? '{}') as Record<string, PendingEdit>;
  } catch {
    return {};
  }
}

/** Where the fields of a page are saved. */
export const AutosaveContext = createContext(siteAutosave);

/** Of another owner, who signs in while this is shown, all is read and heard again. */
export function useAutosave(): Autosave {
  return useContext(AutosaveContext)();
}

/** What is typed into a field and not saved yet. */
export function usePendingEdit(field: string): PendingEdit | undefined {
  return usePainted((autosave) => autosave.get(field));
}

/** The same of several fields. */
export function usePendingEdits(fields: readonly string[]): (PendingEdit | null)[] {
  const typed = usePainted((all) => JSON.stringify(fields.map((field) => all.get(field) ?? null)));
  return JSON.parse(typed) as (PendingEdit | null)[];
}

/** The same with the key itself, for inputs whose value React holds. */
export function usePendingEditSync(field: string): PendingEdit | undefined {
  const autosave = useAutosave();
  return useSyncExternalStore(autosave.subscribe, () => autosave.get(field));
}

/** The same in each language: its fields' keys are given. */
export function usePendingInEach(keys: Record<Language, string>): Record<Language, Json | undefined> {
  const valuesIn = (autosave: Autosave) => inEach((language) => autosave.get(keys[language])?.value);
  return JSON.parse(usePainted((one) => JSON.stringify(valuesIn(one)))) as ReturnType<typeof valuesIn>;
}

export function useAutosaveStatus(): Status {
  return usePainted((autosave) => autosave.status());
}

function usePainted<T>(read: (autosave: Autosave) => T): T {
  const autosave = useAutosave();
  return useSyncExternalStore(autosave.subscribePainted, () => read(autosave));
}
