import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BookFiles } from '#contract/books.ts';
import type { Language } from '#contract/language.ts';

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
export async function writeBooks(folder: string): Promise<BookFiles> {
  await mkdir(folder, { recursive: true });
  const paths = { en: join(folder, 'seo.en.pdf'), pt: join(folder, 'seo.pt.pdf') };
  for (const language of ['en', 'pt'] as const)
    await writeFile(paths[language], tinyPdf(BOOK_TITLES[language]));
  return { seo: paths, ads: null };
}
