import type { Language } from '#contract/language.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { readAnnouncement } from '#server/launch/announcement.ts';
import { announcementMail } from '#server/launch/announcement-mail.ts';
import type { Purpose } from '#server/launch/states.ts';
import { NO_MAIL_SERVER } from '#server/outbox/waiting.ts';
import { keyOf } from '../address.ts';
import { type CliContext, Failed } from '../command.ts';
import { shownDist } from '#server/publish/renderings.ts';
import { withSettings } from '../present.ts';
import { mailDepsOf } from './mail-deps.ts';
import { refuseBookNotOut, suggested } from './words.ts';

/** Sends the current mail to one address, which need not be on the list. @throws Failed */
export async function sendTest(
  purpose: Purpose,
  address: string,
  inLanguage: Language | undefined,
  { settings, now, say }: CliContext,
): Promise<void> {
  const fixed = settings();
  const key = keyOf(address);
  const dist = shownDist(fixed.dataDir);
  refuseBookNotOut(purpose, dist);
  const { kept, config } = await withSettings(fixed, 'read', async ({ read }, present) => ({
    kept: await readAnnouncement(read, purpose),
    config: present,
  }));
  if (config.mailRoute.is === 'none') throw new Failed(NO_MAIL_SERVER[config.mailRoute.why]);
  const language = inLanguage ?? config.ownerLanguage;
  const announcement = { id: 0, purpose, words: kept?.words ?? suggested(purpose, dist), armed_at: now() };
  // Nobody has this id: its links do nothing.
  const person = { id: 0, key, address, language, askedAt: now(), attempt: 0 };
  const deps = mailDepsOf(config, purpose, { dist, now });
  const mailer = createMailer(config);
  try {
    const { outcome, reply } = await mailer.send(announcementMail(deps, announcement, person));
    if (outcome !== 'sent') throw new Failed(`The test email was not sent: ${reply}`);
  } finally {
    await mailer.close();
  }
  say(
    config.mailRoute.is === 'files'
      ? `MAILS=files: the test email was saved as a file in ${config.dataDir}/outbox.`
      : 'Test email sent. Its links to unsubscribe and to view data do nothing.',
  );
}
