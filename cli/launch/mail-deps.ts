import { readManifest } from '#server/build.ts';
import { createBookFiles } from '#server/books/book-files.ts';
import type { Config } from '#server/config.ts';
import { loadMails } from '#server/deliver/templates.ts';
import type { AnnouncementMailDeps } from '#server/launch/announcement-mail.ts';
import { secretsOf } from '../links.ts';

/** The dependencies of announcement mails, from the build in `dist`. @throws Failed */
export function mailDepsOf(config: Config, dist: string, now: () => number): AnnouncementMailDeps {
  const manifest = readManifest(dist);
  return {
    ...config,
    templates: loadMails(dist),
    words: manifest.words,
    bookFiles: createBookFiles(manifest, dist),
    secrets: secretsOf(config),
    now,
  };
}
