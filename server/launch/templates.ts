import type { Purpose } from '#contract/owner/launch.ts';
import type { Kysely } from '#kysely';
import { inEach, type Language } from '#contract/language.ts';
import type { MailTemplate } from '#contract/mails.ts';
import { PATHS } from '#contract/pages.ts';
import { createBookFiles } from '#server/books/book-files.ts';
import type { Build } from '#server/base/build.ts';
import type { Tables } from '#server/store/schema.ts';
import { keepSetting } from '#server/store/stored-setting.ts';
import { rulesOf } from './purposes.ts';

/**
 * What the mails of an announcement are made from besides its words and the person. `file`: of the book, its
 * language in words and its kind, e.g. `PDF`; null without one. `page`: to which the mail leads. They are stored: what `mail` asks for keeps
 * its name in later versions.
 */
export type AnnouncementTemplates = Record<
  Language,
  { mail: MailTemplate; file: { language: string; kind: string } | null; page?: string }
>;

/** As the site would send them now. */
export function templatesOf(
  purpose: Purpose,
  site: Pick<Build, 'templates' | 'manifest' | 'dist'>,
): AnnouncementTemplates {
  const { book, template } = rulesOf(purpose);
  const { fileFor } = createBookFiles(site);
  const mails = site.templates[template];
  const inLanguage = (language: Language) => {
    const found = book === null ? null : fileFor(book, language);
    const { languages } = site.manifest.words[language];
    const file = found && { language: languages[found.language], kind: found.kind.toUpperCase() };
    const page = book === null || site.manifest.hidden?.includes('products') ? PATHS.home : PATHS.products;
    return { mail: mails[language], file, page };
  };
  return inEach(inLanguage);
}

/**
 * Stores them with an announcement unless it has begun with others, and returns those that are stored: all
 * get the same mail, whatever the site says meanwhile.
 */
export async function keepTemplates(
  query: Kysely<Tables>,
  announcement: number,
  templates: AnnouncementTemplates,
): Promise<AnnouncementTemplates> {
  const kept = await keepSetting(
    query,
    `templates of announcement ${announcement}`,
    JSON.stringify(templates),
  );
  return JSON.parse(kept) as AnnouncementTemplates;
}
