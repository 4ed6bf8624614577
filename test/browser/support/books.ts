import type { Content } from '#contract/content/content.ts';
import type { TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';

/** A complete PDF with one empty page, and a title that identifies the file. */
export function tinyPdf(title: string): string {
  return `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]>> endobj
4 0 obj <</Title(${title})>> endobj
trailer <</Root 1 0 R/Info 4 0 R>>
%%EOF
`;
}

export const BOOK_TITLES: Record<Language, string> = { en: 'SEO in English', pt: 'SEO in Portuguese' };

/** One available book in both languages, and one that is not available. */
export function writeBooks(folder: string): Content {
  const file = (language: Language) => ownerFile(folder, 'pdf', tinyPdf(BOOK_TITLES[language]));
  return { 'books.0': { en: file('en'), pt: file('pt') } };
}
