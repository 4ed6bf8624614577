import type { Language } from '#contract/language.ts';
import type { MailTemplates } from '#contract/mails.ts';
import type { TestMailSent } from '#contract/owner/server-settings.ts';
import type { Config } from '#server/base/config.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { composeMail } from '#server/deliver/message.ts';
import { fillMail } from '#server/deliver/templates.ts';

/** Sends a mail to one address by these settings, past the queue. `clock`: milliseconds, never set back. */
export async function sendTestMail(
  { config, templates }: { config: Config; templates: MailTemplates },
  { address, language, id }: { address: string; language: Language; id: string },
  { now, clock }: { now: number; clock: () => number },
): Promise<TestMailSent> {
  const mail = composeMail({
    ...fillMail(templates, 'test', language, {}),
    kind: 'test',
    id,
    siteUrl: config.siteUrl,
    from: config.mailFrom,
    to: address,
    now,
    auto: 'auto-generated',
  });
  const mailer = createMailer({ ...config, connections: 1 });
  const begun = clock();
  try {
    const { outcome, reply } = await mailer.send(mail);
    if (outcome !== 'sent') return { is: 'refused', reply };
    return config.mailRoute.is === 'files'
      ? { is: 'file' }
      : { is: 'sent', took: Math.round(clock() - begun) };
  } finally {
    await mailer.close();
  }
}
