/** What is shown now: the site, or what is made from it. Ask at each use, and keep no former value. */
export type Live<T> = {
  (): T;
  /** What `make` returns for the value shown now. Made once for each, before the switch to it. */
  map<U>(make: (value: T) => U): Live<U>;
};

/** `show` switches at once, with all that is made from the value; to nothing new if a `make` throws. */
export function createLive<T>(first: T): { shown: Live<T>; show(next: T): void } {
  const { shown, change } = createNode(first);
  return { shown, show: (next) => change(next)() };
}

type Switch = () => void;

/** `change` makes what is made from the next value, and returns the switch to all of it. */
function createNode<T>(first: T): { shown: Live<T>; change: (next: T) => Switch } {
  let now = first;
  const changes: ((next: T) => Switch)[] = [];
  const map = <U>(make: (value: T) => U): Live<U> => {
    const made = createNode(make(now));
    changes.push((next) => made.change(make(next)));
    return made.shown;
  };
  function change(next: T): Switch {
    const switches = changes.map((one) => one(next));
    return () => {
      now = next;
      for (const switchMade of switches) switchMade();
    };
  }
  return { shown: Object.assign(() => now, { map }), change };
}
