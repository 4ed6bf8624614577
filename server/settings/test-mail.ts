import type { Language } from '#contract/language.ts';
import type { TestMailSent } from '#contract/owner/server-settings.ts';
import type { Config } from '#server/config.ts';
import { createMailer } from '#server/deliver/deliver.ts';
import { composeMail } from '#server/deliver/message.ts';

const WORDS: Record<Language, { subject: string; text: string }> = {
  en: {
    subject: 'Test of the email delivery',
    text: 'This email has arrived, so the email delivery of the site works. There is nothing to do.',
  },
  pt: {
    subject: 'Teste do envio de e-mails',
    text: 'Este e-mail chegou, por isso o envio de e-mails do site funciona. Não é preciso fazer nada.',
  },
};

/** Sends a mail to one address by these settings, past the queue. `clock`: milliseconds, never set back. */
export async function sendTestMail(
  config: Config,
  { address, language, id }: { address: string; language: Language; id: string },
  { now, clock }: { now: number; clock: () => number },
): Promise<TestMailSent> {
  const { subject, text } = WORDS[language];
  const mail = composeMail({
    kind: 'test',
    id,
    siteUrl: config.siteUrl,
    from: config.mailFrom,
    to: address,
    subject,
    html: `<!doctype html><html lang="${language}"><title>${subject}</title><p>${text}</p></html>`,
    text: `${text}\n`,
    now,
    auto: 'auto-generated',
  });
  const mailer = createMailer(config, 1);
  const begun = clock();
  try {
    const { outcome, reply } = await mailer.send(mail);
    if (outcome !== 'sent') return { is: 'refused', reply };
    return config.smtpUrl === null ? { is: 'file' } : { is: 'sent', took: Math.round(clock() - begun) };
  } finally {
    await mailer.close();
  }
}
