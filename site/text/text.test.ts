import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FALLBACK_LANGUAGE, type Language, LANGUAGES, ownName } from '#contract/language.ts';
import { withOneStop } from '#contract/site.ts';

/** The same word in every language. */
const SHARED = [
  'Cookies',
  'SEO',
  'Ads',
  'Branding',
  'Marketing',
  'Menu',
  'E-book, {kinds}',
  '© {entity}',
  'Newsletter',
  'Feed',
];

/** Every word with its place, e.g. `soon.title`. */
function wordsOf(words: object, place = ''): [place: string, words: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const here = place === '' ? key : `${place}.${key}`;
    if (typeof value === 'object' && value !== null) return wordsOf(value, here);
    return [[here, String(value)]];
  });
}

/** The words of each file in a language. */
async function textIn(language: Language): Promise<Map<string, object>> {
  const files = readdirSync(join(import.meta.dirname, language)).toSorted();
  const words = files.map(async (file) => {
    const [one] = Object.entries((await import(`./${language}/${file}`)) as Record<string, object>);
    assert.ok(one, file);
    return one;
  });
  return new Map(await Promise.all(words));
}

const ENGLISH = await textIn(FALLBACK_LANGUAGE);
const OTHERS = LANGUAGES.filter((language) => language !== FALLBACK_LANGUAGE);

for (const language of OTHERS) {
  const translated = await textIn(language);

  test(`there is the same text in ${language}, none of it empty (catches: a file or a sentence is left out)`, () => {
    assert.deepEqual([...translated.keys()], [...ENGLISH.keys()]);
    for (const [name, english] of ENGLISH) {
      const [here, there] = [wordsOf(english), wordsOf(translated.get(name) ?? {})];
      assert.deepEqual(
        here.map(([place]) => place),
        there.map(([place]) => place),
        name,
      );
      for (const [place, words] of [...here, ...there]) {
        assert.equal(words.trim(), words, place);
        assert.notEqual(words, '', place);
        assert.doesNotMatch(words, /undefined|\[object|\$\{|=>/, place);
      }
    }
  });

  test(`each sentence in ${language} is translated, and has the same places (catches: {nome} stands on the page)`, () => {
    const known = [
      'name',
      'book',
      'network',
      'kinds',
      'entity',
      'email',
      'formService',
      'retentionMonths',
      'often',
      'language',
    ];
    const placesIn = (words: string) => (words.match(/{\w+}|%\w+%/g) ?? []).sort();
    for (const [name, english] of ENGLISH) {
      const there = new Map(wordsOf(translated.get(name) ?? {}));
      for (const [place, words] of wordsOf(english)) {
        if (!SHARED.includes(words)) assert.notEqual(there.get(place), words, `${name}: ${place}`);
        assert.deepEqual(placesIn(words), placesIn(there.get(place) ?? ''), `${name}: ${place}`);
        for (const one of placesIn(words))
          assert.ok(one.startsWith('%') || known.includes(one.slice(1, -1)), `${name}: ${place}: ${one}`);
      }
    }
  });
}

test('a name that ends with a full stop gets no second one (catches: "Maré Alta, Lda..")', () => {
  assert.equal(withOneStop('Maré Alta, Lda.. Escreva'), 'Maré Alta, Lda. Escreva');
  assert.equal(withOneStop('and so on ... there'), 'and so on ... there');
});

test('each language says in its own words that the toggle leads to it', async () => {
  for (const language of LANGUAGES) {
    const page = (await textIn(language)).get('page') as { soon: { toggleLanguage: string } };
    assert.match(page.soon.toggleLanguage, new RegExp(ownName(language), 'i'));
  }
});
