import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { Intake } from './intake.ts';
import { rowsInInbox } from './inbox.ts';
import type { SqlValue } from './messages.ts';
import { databaseFile } from './open.ts';
import { openWriter, type Writer } from './writer.ts';

export const INTAKE: Intake = {
  table: 'subscription',
  key: 'key',
  fields: [
    ...['key', 'address', 'language', 'state'].map((name) => ({ name, type: 'text' as const, column: true })),
    { name: 'created_at', type: 'bigint', column: true },
    { name: 'mail_at', type: 'bigint', column: false },
  ],
  following: [
    {
      table: 'outbox',
      columns: [
        { name: 'kind', from: { text: 'confirm' } },
        { name: 'subject', from: 'id' },
        { name: 'due_at', from: { field: 'mail_at' } },
        { name: 'created_at', from: { field: 'created_at' } },
      ],
      onlyIf: 'mail_at',
    },
  ],
  known: [{ onlyIf: 'mail_at', sql: 'UPDATE subscription SET language = :language WHERE key = :key' }],
};

export const CROWD = 20;

export function person(name: string, language = 'en', state = 'pending'): SqlValue[] {
  return [name, name, language, state, 1, 2];
}

export function people(count: number, from = 0): SqlValue[] {
  return Array.from({ length: count }, (_, i) => person(`p${from + i}`)).flat();
}

/** A moment that only moves when told. */
export type Clock = { time: number };

/** Values that are read only after so many milliseconds. */
export function lasting(clock: Clock, ms: number, values: SqlValue[]): SqlValue[] {
  let late = false;
  return new Proxy(values, {
    get(target, name) {
      if (!late) clock.time += ms;
      late = true;
      return Reflect.get(target, name) as unknown;
    },
  });
}

export function open(
  dataDir: string,
  { clock = { time: 0 }, intake = INTAKE, aside = [] as string[] } = {},
): Writer {
  return openWriter(
    { dataDir, synchronous: 'FULL', intake, setup: [] },
    { now: () => clock.time, onSetAside: (fault) => aside.push(fault) },
  );
}

export function accept(writer: Writer, values: SqlValue[]): void {
  assert.deepEqual(writer.commit(values), { type: 'committed', failed: [] });
}

/** As another process sees it. */
export function look(t: TestContext, dataDir: string) {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  t.after(() => db.close());
  const column = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  return {
    db,
    people: () => column('SELECT key FROM subscription ORDER BY id'),
    mails: () => column('SELECT s.key FROM outbox o JOIN subscription s ON s.id = o.subject ORDER BY o.id'),
    inbox: () => rowsInInbox(db),
  };
}

export const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}`);
