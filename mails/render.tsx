import { render, toPlainText } from '@react-email/render';
import { placeOfField } from '#contract/content/editor.ts';
import { byLanguage, inEach, LANGUAGES, type Language } from '#contract/language.ts';
import { MAILS as VALUES, type MailName, type MailTemplate, type MailTemplates } from '#contract/mails.ts';
import { withOneStop, type SiteConfig } from '#contract/site.ts';
import { covered, filled } from '#contract/words.ts';
import { Layout } from './Layout.tsx';
import type { Mails } from './mail.ts';
import type { MailText } from './text/en/mails.ts';
import type { MailWords } from './words.ts';

const TEXTS = byLanguage<MailText>(import.meta.glob('./text/*/mails.ts', { eager: true, import: 'mails' }));

type Owner = { site: SiteConfig; words: Partial<Record<Language, object>> };

/** Each file writes some. */
const MAILS: Mails = Object.assign(
  {},
  ...Object.values(import.meta.glob<Mails>('./*Email.tsx', { eager: true, import: 'mails' })),
);

/** Every mail in every language, with `{{name}}` where a value comes. */
export async function renderMails(owner: Owner): Promise<MailTemplates> {
  const mails = (Object.keys(VALUES) as MailName[]).map(async (name) => {
    const versions = LANGUAGES.map(async (language) => [language, await renderMail(name, language, owner)]);
    return [name, Object.fromEntries(await Promise.all(versions))];
  });
  return Object.fromEntries(await Promise.all(mails)) as MailTemplates;
}

/** Our words that an owner may say otherwise: the editor has a place for them. */
export function ownWords(): Record<Language, object> {
  return inEach((language) =>
    Object.fromEntries(
      Object.entries(TEXTS[language]).filter(([name]) => placeOfField(`mails.${name}`) !== null),
    ),
  );
}

/** All sentences with the owner's names in their places. */
function wordsOf(text: MailText, site: SiteConfig): MailWords {
  const values = { brand: site.brand.name, entity: site.legal.entity, administrator: text.administrator };
  const said = JSON.parse(JSON.stringify(text), (_key, value: unknown) =>
    typeof value === 'string' ? filled(value, values) : value,
  ) as MailText;
  return { ...said, site };
}

/** One of them. */
export async function renderMail(
  name: MailName,
  language: Language,
  { site, words }: Owner,
): Promise<MailTemplate> {
  const mail = MAILS[name]?.(wordsOf(covered(TEXTS[language], words[language]), site));
  if (mail === undefined) throw new Error(`no file of mails/ writes the mail ${name}`);
  const rendered = await render(<Layout site={site} language={language} mail={mail} />);
  // React's markers between its text nodes, which mails do not need.
  const bare = rendered.replaceAll(/<!--(?: |\/?\$|html|head|body)-->/g, '');
  const html = withOneStop(bare);
  // Word joiners are useless in plain text, and would count as columns.
  const text = toPlainText(html.replaceAll('\u2060', ''), {
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      // Its words alone.
      { selector: 'img', format: 'image', options: { pathRewrite: () => '' } },
      { selector: 'table.rows', format: 'dataTable', options: { maxColumnWidth: 40 } },
    ],
  });
  const described = text.replace('{{alt}}', '[{{alt}}]');
  return { subject: withOneStop(mail.subject), html, text: `${described.trim()}\n` };
}
