import type { Kysely } from '#kysely';
import type { Tables } from '#server/store/schema.ts';
import { readSetting, writeSetting } from '#server/store/stored-setting.ts';

const NAME = 'recovery-key';
const QUARTER_MS = 91 * 86_400_000;

/** `key`: the public half. `at`: when copying with it began, or an owner last had the private half. */
type Had = { key: string; at: number };

async function readHad(query: Kysely<Tables>): Promise<Had | null> {
  const value = await readSetting(query, NAME);
  return value === null ? null : (JSON.parse(value) as Had);
}

/** An owner has the private half now. */
export async function confirmKey(query: Kysely<Tables>, key: string, now: number): Promise<void> {
  await writeSetting(query, NAME, JSON.stringify({ key, at: now } satisfies Had));
}

/** Copies are sealed with it. */
export async function beginKey(query: Kysely<Tables>, key: string, now: number): Promise<void> {
  if ((await readHad(query))?.key !== key) await confirmKey(query, key, now);
}

/** Once a quarter, as long as nobody answers. A clock that was ahead asks too early. */
export async function isKeyAsked(query: Kysely<Tables>, key: string, now: number): Promise<boolean> {
  const had = await readHad(query);
  return had?.key === key && Math.abs(now - had.at) >= QUARTER_MS;
}
