import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isInEither } from '#server/base/contradictions.ts';
import { type Target, TargetError } from './target.ts';

/** In the folder. */
const MARKER = 'embreve-copies.txt';
/** In DATA_DIR: which folder it is, and what is in its marker. */
const KNOWN = 'copies-folder.json';

/** A disk that is not mounted leaves an empty folder in its place: where the marker is missing nothing is put. */
export function guardedByMarker(target: Target, to: string, dataDir: string): Target {
  if (!isAbsolute(to)) return target;
  return {
    ...target,
    put: async (name, file) => {
      assertApart(to, dataDir);
      assertMarked(to, join(dataDir, KNOWN));
      await target.put(name, file);
    },
  };
}

/** A link may lead where the settings may not. */
function assertApart(to: string, dataDir: string): void {
  if (existsSync(to) && isInEither(realpathSync(to), realpathSync(dataDir)))
    throw new TargetError('failed', `${to} leads into DATA_DIR: what deletes one deletes the other.`);
}

/** Marks a folder when it is first used. */
function assertMarked(to: string, file: string): void {
  const marker = join(to, MARKER);
  const id = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : null;
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { to: string; id: string })
    : null;
  if (known?.to === to) {
    if (known.id === id) return;
    throw new TargetError(
      'not-there',
      `${to} lacks ${MARKER}: is its disk mounted? If it is a new one, delete ${KNOWN} in DATA_DIR.`,
    );
  }
  // Without the folder it is as if it were not marked: the put says so.
  if (!existsSync(to)) return;
  const made = id ?? randomUUID();
  if (id === null) writeFileSync(marker, `${made}\n`, { mode: 0o600 });
  writeFileSync(file, JSON.stringify({ to, id: made }), { mode: 0o600 });
}
