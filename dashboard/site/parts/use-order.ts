import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';

export type ListProps<T> = {
  /** Over the list. */
  label?: string;
  items: readonly T[];
  onChange: (items: readonly T[]) => void;
  /** Names an entry for what is read aloud; it may be empty. */
  nameOf: (item: T) => string;
  /** What "Add" adds. */
  blank: () => T;
  add: string;
  most: number;
  /** The fields of an entry. */
  children: (item: T, change: (item: T) => void, at: number) => ReactNode;
};

export type Reordering = {
  /** Of the entries: an entry keeps its key, and so its fields their focus, wherever it is moved. */
  keys: readonly number[];
  /** The place of the entry that is taken up by its handle. */
  taken: number | null;
  /** What is read aloud. */
  said: string;
  nameOf: (at: number) => string;
  /** Takes an entry up, or puts it down. */
  take: (at: number) => void;
  /** Moves the entry that is taken up. */
  carry: (to: number) => void;
  /** To where it was when it was taken up. */
  putBack: () => void;
  move: (from: number, to: number) => void;
  remove: (at: number) => void;
  add: () => void;
};

let lastKey = 0;
const newKeys = (count: number) => Array.from({ length: count }, () => ++lastKey);

/** The order of a list’s entries, and what changes it. Focus follows the entry; removed, it goes to the next one. */
export function useOrder<T>(props: ListProps<T>, list: RefObject<HTMLElement | null>): Reordering {
  const { items } = props;
  const { t } = useWords();
  const { keys, set, insert } = useKeyed(props);
  const [taken, setTaken] = useState<{ key: number; from: number } | null>(null);
  const [said, say] = useState('');
  const [goal, setGoal] = useState<{ at: number; part: Part } | null>(null);
  useEffect(() => {
    if (goal !== null) focusIn(list.current, goal.at, goal.part);
  }, [goal, list]);

  const nameOf = (at: number) => props.nameOf(items[at] as T) || t('editor.list.unnamed', { n: at + 1 });
  const places = (at: number, to = at) => ({ name: nameOf(at), n: to + 1, total: items.length });
  function move(from: number, to: number) {
    if (to < 0 || to >= items.length || to === from) return;
    say(t('editor.list.moved', places(from, to)));
    set(moved(items, from, to), moved(keys, from, to));
  }
  function carry(to: number) {
    const at = taken === null ? -1 : keys.indexOf(taken.key);
    if (at === -1 || to < 0 || to >= items.length) return;
    move(at, to);
    setGoal({ at: to, part: 'handle' });
  }
  return {
    keys,
    taken: taken === null ? null : keys.indexOf(taken.key),
    said,
    nameOf,
    take(at) {
      const key = keys[at] ?? 0;
      const isUp = taken?.key !== key;
      setTaken(isUp ? { key, from: at } : null);
      if (isUp) say(t('editor.list.grabbed', places(at)));
    },
    carry,
    putBack() {
      if (taken !== null) carry(taken.from);
      setTaken(null);
    },
    move,
    remove(at) {
      const gone = items[at] as T;
      set(items.toSpliced(at, 1), keys.toSpliced(at, 1));
      setGoal({ at: Math.min(at, items.length - 2), part: 'cross' });
      toast(t('editor.list.removed'), {
        act: { word: t('editor.list.undo'), press: async () => insert(at, gone) },
      });
    },
    add() {
      insert(items.length, props.blank());
      setGoal({ at: items.length, part: 'field' });
    },
  };
}

/** Entries with their keys. */
type Keyed<T> = { items: readonly T[]; keys: readonly number[] };

function useKeyed<T>(props: ListProps<T>) {
  const [keyed, setKeyed] = useState<Keyed<T>>(() => fitted({ items: [], keys: [] }, props.items));
  // Typed into, or somebody else has changed the list.
  const now = isSameAs(keyed.items, props.items) ? keyed : fitted(keyed, props.items);
  if (now !== keyed) setKeyed(now);
  const { keys } = now;
  const latest = useRef({ props, keys });
  useEffect(() => {
    latest.current = { props, keys };
  });
  function set(items: readonly T[], nextKeys: readonly number[]) {
    setKeyed({ items, keys: nextKeys });
    latest.current.props.onChange(items);
  }
  return {
    keys,
    set,
    /** Also later, when other entries may have changed. */
    insert(at: number, item: T) {
      const { props: known, keys: before } = latest.current;
      set(known.items.toSpliced(at, 0, item), before.toSpliced(at, 0, ...newKeys(1)));
    },
  };
}

type Part = 'handle' | 'cross' | 'field';
const PARTS: Record<Part, string> = {
  handle: '[data-part=handle]',
  cross: '[data-part=cross]',
  field: 'input, textarea',
};

/** Where no entry is left: the button that adds one. */
function focusIn(list: HTMLElement | null, at: number, part: Part): void {
  const row = list?.children[at];
  const target = row?.querySelector<HTMLElement>(PARTS[part]);
  (target ?? list?.parentElement?.querySelector('button'))?.focus();
}

/** An entry moved to another place. */
function moved<T>(items: readonly T[], from: number, to: number): T[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, items[from] as T);
}

/** An entry that says the same keeps its key wherever it is now; the others keep theirs in order. */
function fitted<T>({ items, keys }: Keyed<T>, next: readonly T[]): Keyed<T> {
  const free = keys.map((key, at) => ({ key, item: items[at] }));
  const take = (at: number) => free.splice(at, at === -1 ? 0 : 1)[0]?.key;
  const same = next.map((item) => take(free.findIndex((one) => isSameAs(one.item, item))));
  return { items: next, keys: same.map((key) => key ?? take(0) ?? newKeys(1)[0] ?? 0) };
}

function isSameAs(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
