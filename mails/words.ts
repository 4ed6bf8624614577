import type { SiteConfig } from '#contract/site.ts';
import type { MailText } from './text/en/mails.ts';

/** The words of a mail, with the owner's names in their places, and who it is from. */
export type MailWords = MailText & { site: SiteConfig };
