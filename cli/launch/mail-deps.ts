import { loadMails, readManifest } from '#server/build.ts';
import type { Config } from '#server/config.ts';
import type { AnnouncementMailDeps } from '#server/launch/announcement-mail.ts';
import type { Purpose } from '#server/launch/states.ts';
import { templatesOf } from '#server/launch/templates.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';

/** The dependencies of announcement mails, from the build in `dist`. @throws Failed */
export function mailDepsOf(
  config: Config,
  purpose: Purpose,
  { dist, now }: { dist: string; now: () => number },
): AnnouncementMailDeps {
  const built = { manifest: readManifest(dist), templates: loadMails(dist), dist };
  return { ...config, templates: templatesOf(purpose, built), secrets: secretsOf(config), now };
}
