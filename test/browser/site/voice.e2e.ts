import { LANGUAGES, type Language } from '#contract/language.ts';
import { slipsIn } from '../../../scripts/voice.ts';
import { builtFile, manifestOf } from '../support/documents.ts';
import type { SiteName } from '../support/sites.ts';
import { expect, test } from '../support/test.ts';

/** The text of a document in its own language, read or announced: no code, no words of other languages. */
function wordsOf(html: string, language: Language): string {
  const [own = ''] = html.split('<template lang=');
  const there = new RegExp(`<(\\w+)[^>]* lang="(?!${language})[^>]*>.*?</\\1>`, 'gs');
  const body = own.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').replaceAll(there, '');
  const said = [...body.matchAll(/ (?:alt|aria-label|placeholder|title|content)="([^"]*)"/g)];
  const text = body.replaceAll(/<[^>]*>/g, '\n');
  return [text, ...said.map(([, words = '']) => words)].join('\n').replaceAll('&#x27;', "'");
}

test('every document that is built keeps to one voice', async () => {
  for (const site of ['plain', 'tags', 'live', 'books'] satisfies SiteName[]) {
    const { documents } = await manifestOf(site);
    for (const { file, language } of documents) {
      const words = wordsOf(await builtFile(site, file), language);
      expect(words.length).toBeGreaterThan(200);
      expect(slipsIn(words, language), `${site} ${file}`).toEqual([]);
    }
  }
  expect(
    LANGUAGES.map(
      (language) => slipsIn(wordsOf('<p title="e-mail">a<b> email</b>', language), language).length,
    ),
  ).toEqual([1, 1]);
});
