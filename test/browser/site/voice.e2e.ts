import type { Language } from '#contract/language.ts';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { slipsIn } from '../../../scripts/voice.ts';
import { builtFile, manifestOf } from '../support/documents.ts';
import type { SiteName } from '../support/sites.ts';
import { WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

/** The text of a document in its own language, read or announced: no code, no words of other languages. */
function wordsOf(html: string, language: Language): string {
  const there = new RegExp(`<(\\w+)[^>]* lang="(?!${language})[^>]*>.*?</\\1>`, 'gs');
  const body = html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').replaceAll(there, '');
  const said = [...body.matchAll(/ (?:alt|aria-label|placeholder|title|content)="([^"]*)"/g)];
  const text = body.replaceAll(/<[^>]*>/g, '\n');
  return [text, ...said.map(([, words = '']) => words)].join('\n').replaceAll('&#x27;', "'");
}

test('a reader of text reads the page once, as it is shown (catches: other languages and outcomes in templates; a field without a word)', async () => {
  for (const language of LANGUAGES) {
    const { title, success, error, leaveEmpty } = WORDS[language];
    const words = wordsOf(await builtFile('plain', `.build/pages/soon.idle.${language}.html`), language);
    expect(words.split(`\n${title}\n`), language).toHaveLength(2);
    // Text browsers show the field that only programs fill in.
    expect(words).toContain(`\n${leaveEmpty}`);
    const others = LANGUAGES.filter((one) => one !== language).map((one) => WORDS[one].title);
    for (const hidden of [success, error, ...others]) expect(words).not.toContain(hidden);
  }
});

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
