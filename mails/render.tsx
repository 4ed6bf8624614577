import { render, toPlainText } from '@react-email/render';
import type { ReactNode } from 'react';
import { byLanguage, inEach, LANGUAGES, type Language } from '#contract/language.ts';
import {
  MAILS as MAIL_VALUES,
  type MailName,
  type MailTemplate,
  type MailTemplates,
} from '#contract/mails.ts';
import { withOneStop, type SiteConfig } from '#contract/site.ts';
import { covered, filled } from '#contract/words.ts';
import { AlarmEmail } from './AlarmEmail.tsx';
import { AnnouncementEmail } from './AnnouncementEmail.tsx';
import { AskNewsEmail } from './AskNewsEmail.tsx';
import { BookEmail } from './BookEmail.tsx';
import { Confirm } from './Confirm.tsx';
import { LetterEmail } from './LetterEmail.tsx';
import { MessageEmail } from './MessageEmail.tsx';
import { WelcomeEmail } from './WelcomeEmail.tsx';
import { WeeklySummaryEmail } from './WeeklySummaryEmail.tsx';
import { SignIn } from './SignIn.tsx';
import { Test } from './Test.tsx';
import type { AlarmName } from './text/alarm.ts';
import type { MailText } from './text/en/mails.ts';
import type { MailWords } from './words.ts';

const TEXTS = byLanguage<MailText>(import.meta.glob('./text/*/mails.ts', { eager: true, import: 'mails' }));

type Owner = { site: SiteConfig; words: Partial<Record<Language, object>> };
type Draft = { subject: string; body: ReactNode };
type Write = (language: Language, text: MailWords) => Draft;

const MAILS: Record<MailName, Write> = {
  confirm: confirm({}),
  reminder: confirm({ reminds: true }),
  'ask-news': (language, text) => ({
    subject: text['ask-news'].subject,
    body: <AskNewsEmail language={language} text={text} />,
  }),
  book: (language, text) => ({
    subject: text.book.subject,
    body: <BookEmail language={language} text={text} />,
  }),
  welcome: (language, text) => ({
    subject: text.welcome.subject,
    body: <WelcomeEmail language={language} text={text} />,
  }),
  announcement: announcement({}),
  'announcement-book': announcement({ book: true }),
  letter: (language, text) => ({
    subject: '{{subject}}',
    body: <LetterEmail language={language} text={text} />,
  }),
  message: (language, text) => ({
    subject: text.message.subject,
    body: <MessageEmail language={language} text={text} />,
  }),
  'sign-in': signIn('signIn'),
  invite: signIn('invite'),
  test: (language, text) => ({
    subject: text.test.subject,
    body: <Test language={language} text={text} />,
  }),
  'weekly-summary': weeklySummary({}),
  'weekly-summary-quiet': weeklySummary({ quiet: true }),
  ...alarms(),
};

function confirm(kind: { reminds?: true }): Write {
  return (language, text) => ({
    subject: text[kind.reminds ? 'reminder' : 'confirm'].subject,
    body: <Confirm language={language} text={text} {...kind} />,
  });
}

function announcement(kind: { book?: true }): Write {
  return (language, text) => ({
    subject: '{{subject}}',
    body: <AnnouncementEmail language={language} text={text} {...kind} />,
  });
}

function signIn(kind: 'signIn' | 'invite'): Write {
  return (language, text) => ({
    subject: text[kind].subject,
    body: <SignIn kind={kind} language={language} text={text} />,
  });
}

function weeklySummary(kind: { quiet?: true }): Write {
  return (language, text) => ({
    subject: text.weeklySummary[kind.quiet ? 'quietSubject' : 'subject'],
    body: <WeeklySummaryEmail language={language} text={text} {...kind} />,
  });
}

/** An alert is text alone. */
function alarms(): Record<AlarmName, Write> {
  const names = Object.keys(MAIL_VALUES).filter((name) => name.startsWith('alarm-')) as AlarmName[];
  return Object.fromEntries(names.map((name) => [name, alarm(name)])) as Record<AlarmName, Write>;
}

function alarm(name: AlarmName): Write {
  return (language, text) => ({
    subject: text.alarms[name].subject,
    body: <AlarmEmail alarm={name} language={language} text={text} />,
  });
}

/** Every mail in every language, with `{{name}}` where a value comes. */
export async function renderMails(owner: Owner): Promise<MailTemplates> {
  const mails = (Object.keys(MAILS) as MailName[]).map(async (name) => {
    const versions = LANGUAGES.map(async (language) => [language, await renderMail(name, language, owner)]);
    return [name, Object.fromEntries(await Promise.all(versions))];
  });
  return Object.fromEntries(await Promise.all(mails)) as MailTemplates;
}

/** Our words of the mails to visitors: what an owner may say otherwise. */
export function ownWords(): Record<Language, object> {
  return inEach((language) => {
    const {
      confirm: asks,
      reminder,
      book,
      'ask-news': ask,
      welcome,
      announcement: tells,
      news,
      footer,
    } = TEXTS[language];
    return { confirm: asks, reminder, book, 'ask-news': ask, welcome, announcement: tells, news, footer };
  });
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
  const { subject, body } = MAILS[name](language, wordsOf(covered(TEXTS[language], words[language]), site));
  // React's markers between its text nodes, which mails do not need.
  const bare = (await render(body)).replaceAll(/<!--(?: |\/?\$|html|head|body)-->/g, '');
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
  return { subject: withOneStop(subject), html, text: `${described.trim()}\n` };
}
