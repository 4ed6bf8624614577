import type { ReactNode } from 'react';
import type { MailName } from '#contract/mails.ts';
import type { MailWords } from './words.ts';

/** What differs between mails; the rest is Layout.tsx. */
export type Mail = {
  subject: string;
  /** The preview text that mail programs show beside the subject. */
  preview: string;
  title: string;
  /** The language of the title and the text, where it may be another one. */
  lang?: string;
  body: ReactNode;
  footer: ReactNode;
};

/** The mails of a file. */
export type Mails = Partial<Record<MailName, (text: MailWords) => Mail>>;
