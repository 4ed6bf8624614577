import type { TestContext } from 'node:test';

const undoing = new WeakMap<TestContext, (() => void)[]>();

/** Runs `undo` after the test, in reverse order: a process ends before its disk, a disk before its folder. */
export function undoAfter(t: TestContext, undo: () => void): void {
  const steps = undoing.get(t) ?? [];
  if (steps.length === 0) t.after(() => steps.toReversed().forEach((step) => step()));
  steps.push(undo);
  undoing.set(t, steps);
}
