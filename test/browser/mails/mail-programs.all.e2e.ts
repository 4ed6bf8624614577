import { ANNOUNCEMENT_WORDS } from '#contract/announcement.ts';
import { LANGUAGES } from '#contract/language.ts';
import { MAILS, type MailName, type MailValues } from '#contract/mails.ts';
import { loadMails } from '#server/base/build.ts';
import { fillMail } from '#server/deliver/templates.ts';
import { distOf } from '../support/sites.ts';
import { expect, test } from '../support/test.ts';

/** What each program strips from a mail, according to caniemail.com. */
const PROGRAMS: Record<string, (html: string) => string> = {
  Yahoo: (html) => html.replaceAll(/(?:word-break|overflow-wrap):[^;"]*;?/g, ''),
  'Outlook on Windows': (html) =>
    html.replaceAll(/<style>[^]*?<\/style>|(?:word|overflow)-wrap:[^;"]*;?/g, ''),
};

/** In a mail it is a part, which needs no network either. */
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const LONG = 'a'.repeat(120);

/** As long as allowed, without a line break opportunity. */
function valuesOf<M extends MailName>(mail: M): MailValues<M> {
  const valueOf = (name: string) => {
    if (/^day\d/.test(name)) return '40';
    if (name === 'pictureWidth') return '512';
    if (name === 'pictureUrl') return PIXEL;
    if (name === 'body') return `## ${LONG}\n- [${LONG}](https://example.com/${LONG})\n\n[${LONG}](/contact)`;
    // The owner's own words have line break opportunities.
    if (name in ANNOUNCEMENT_WORDS) return 'Words of the owner. '.repeat(4).trim();
    return name.endsWith('Url') ? `https://example.com/?token=${LONG}` : LONG;
  };
  return Object.fromEntries(MAILS[mail].map((name) => [name, valueOf(name)])) as MailValues<M>;
}

for (const [program, leave] of Object.entries(PROGRAMS))
  test(`every mail fits a phone as ${program} shows it, whatever was typed into it`, async ({ page }) => {
    const mails = loadMails(distOf('plain'));
    await page.setViewportSize({ width: 320, height: 640 });
    for (const mail of Object.keys(MAILS) as MailName[])
      for (const language of LANGUAGES) {
        const { html } = fillMail(mails, mail, language, valuesOf(mail));
        await page.setContent(leave(html));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(width, `${mail} in ${language}`).toBe(320);
      }
  });
