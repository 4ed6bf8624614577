import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HOUR } from '#contract/time.ts';
import { draftOf, putFileInPlace } from '#server/store/durable-file.ts';
import { beginBeside, isRunning, putInPlace } from '#publisher/place.ts';
import { KEY_FILE } from '#publisher/key.ts';
import { checkComplete, readManifest } from '#server/base/build.ts';
import { ROOT } from '#server/base/root.ts';

/** The site of the built-in content, made by `npm run build`. */
export const DIST = join(ROOT, 'dist');
/** The compiled program. */
export const PROGRAM = join(ROOT, '.program');
/** Holds the key of the rendering that is shown. */
const SHOWN = 'shown';
const KEY = /^[0-9a-f]{32}$/;

const folderOf = (dataDir: string, key: string) => join(dataDir, 'site', key);

/** The rendered sites of a server, each in a folder named by its key. */
export function renderingsIn(dataDir: string) {
  const folder = join(dataDir, 'site');
  return {
    folderOf: (key: string) => folderOf(dataDir, key),
    /** Copies of the owner's files, and of pictures drawn from them. */
    files: join(folder, 'files'),
    drawn: join(folder, 'drawn'),
    has: (key: string) => keyIn(folderOf(dataDir, key)) === key && canRead(folderOf(dataDir, key)),

    /** Begins a rendering in an empty folder; `end` puts it in its place, on disk. Without that it is deleted. */
    async begin(key: string): Promise<{ folder: string; end(): Promise<string> } & AsyncDisposable> {
      await mkdir(folder, { recursive: true });
      const next = await beginBeside(join(folder, key));
      await mkdir(next);
      return {
        folder: next,
        end: async () => {
          await writeFile(join(next, KEY_FILE), key);
          await syncDisk(next);
          await putInPlace(next, join(folder, key));
          return join(folder, key);
        },
        [Symbol.asyncDispose]: () => rm(next, { recursive: true, force: true }),
      };
    },

    /** Deletes a rendering, unless it is the one that is shown. */
    async remove(key: string): Promise<void> {
      if (key !== shownKey(dataDir)) await rm(folderOf(dataDir, key), { recursive: true, force: true });
    },

    /**
     * From here on this rendering is the one to start with; others go, except the one before and `kept` ones. So do
     * copies of the owner's files, except those `inUse` by name. `now`: milliseconds since 1970.
     */
    async show(
      key: string,
      { kept, inUse, now }: { kept: readonly string[]; inUse: ReadonlySet<string>; now: number },
    ): Promise<void> {
      const stay = [key, shownKey(dataDir), ...kept];
      await mkdir(folder, { recursive: true });
      const file = join(folder, SHOWN);
      const draft = draftOf(file);
      await writeFile(draft, key);
      putFileInPlace(draft, file);
      for (const name of await readdir(folder)) {
        const isOld = KEY.test(name) ? !stay.includes(name) : isLeft(name);
        if (isOld) await rm(join(folder, name), { recursive: true, force: true });
      }
      for (const name of await readdir(join(folder, 'files')).catch(() => [])) {
        const copy = join(folder, 'files', name);
        if (isLeft(name) || (!inUse.has(name) && (await isOlder(copy, now - HOUR))))
          await rm(copy, { force: true });
      }
    },
  };
}

/** Whether it was written before `moment`: what is newer, another process may be rendering. */
async function isOlder(file: string, moment: number): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && found.mtimeMs < moment;
}

/** Whether a process that was killed has left it. */
function isLeft(name: string): boolean {
  const pid = Number(/\.(?:next|old|part)-(\d+)$/.exec(name)?.[1] ?? 0);
  return pid !== 0 && !isRunning(pid);
}

function shownKey(dataDir: string): string | null {
  try {
    const key = readFileSync(join(dataDir, 'site', SHOWN), 'utf8');
    return KEY.test(key) ? key : null;
  } catch {
    return null;
  }
}

/** The key of the site in a folder; null if there is none. */
export function keyIn(dist: string): string | null {
  try {
    return readFileSync(join(dist, KEY_FILE), 'utf8');
  } catch {
    return null;
  }
}

/**
 * The folder of the site that this server shows: what was published last, or the built-in one.
 * @param onUnread told of a rendering that this program cannot read, which is as if it were missing.
 */
export function shownDist(dataDir: string, onUnread = (_folder: string): void => {}): string {
  const key = shownKey(dataDir);
  const folder = key === null ? null : folderOf(dataDir, key);
  if (folder === null || keyIn(folder) !== key) return DIST;
  if (canRead(folder)) return folder;
  onUnread(folder);
  return DIST;
}

/** One of another version may lack a mail, a page or a word; one that was cut off, anything. */
function canRead(folder: string): boolean {
  try {
    const fields = fieldsIn(checkComplete(folder).manifest);
    return (ownFields() ?? fields) === fields;
  } catch {
    return false;
  }
}

let known: string | null = null;

/** The fields of a manifest of this program; null while there is no site of its own. */
function ownFields(): string | null {
  if (known === null && existsSync(DIST)) known = fieldsIn(readManifest(DIST));
  return known;
}

/** The names of all fields of a value, without what is in its lists. */
function fieldsIn(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const fields = Object.entries(value).map(([name, inner]) => `${name}:${fieldsIn(inner)}`);
  return `{${fields.sort().join()}}`;
}

/** Writes all files of a folder to disk. Elsewhere a power failure may leave a rendering that has to be made again. */
async function syncDisk(folder: string): Promise<void> {
  if (process.platform === 'linux') await promisify(execFile)('sync', ['-f', folder]).catch(() => {});
}
