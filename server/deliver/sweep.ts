import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from '#kysely';
import { rowsKept } from '#server/outbox/mails-about.ts';
import { namesIn } from '#server/store/folder.ts';
import type { Tables } from '#server/store/schema.ts';
import { mailFolder } from './file.ts';

/** `2026-01-02T03-04-05.678Z-confirm-17-1a2b3c4d.txt` or `.html`, also what a killed process left unfinished. */
const MAIL_FILE = /^[\d-]{10}T[\d.-]{12}Z-([a-z-]+)-(\d{1,15})-[0-9a-f]{8}\.(?:txt|html)(?:\.\d+\.part)?$/;
const CHUNK = 500;

/**
 * Deletes the mails in `dataDir/outbox` whose row is in the outbox no more: of people who were erased or never
 * confirmed, and those that ended long ago. Each process looks after its own folder; what is no mail of ours stays.
 * Gives the number of files deleted. Rejects when the store or the folder cannot be used; again without harm.
 */
export async function sweepMailFiles(dataDir: string, query: Kysely<Tables>): Promise<number> {
  const folder = mailFolder(dataDir);
  // Before the rows: a mail becomes a file only after its row is there.
  const found = (await namesIn(folder)).flatMap((file) => {
    const [, kind, id] = MAIL_FILE.exec(file) ?? [];
    return id === undefined ? [] : [{ file, kind, id: Number(id) }];
  });
  let deleted = 0;
  for (let from = 0; from < found.length; from += CHUNK) {
    const chunk = found.slice(from, from + CHUNK);
    const kept = await rowsKept(
      query,
      chunk.map(({ id }) => id),
    );
    for (const { file, kind, id } of chunk) {
      if (kept.has(`${kind} ${id}`)) continue;
      await rm(join(folder, file), { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
