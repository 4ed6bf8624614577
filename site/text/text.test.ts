import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOneStop } from '#contract/site.ts';
import { aboutEn } from './about.en.ts';
import { aboutPt } from './about.pt.ts';
import { consentEn } from './consent.en.ts';
import { consentPt } from './consent.pt.ts';
import { contactEn } from './contact.en.ts';
import { contactPt } from './contact.pt.ts';
import { en } from './en.ts';
import { footerEn } from './footer.en.ts';
import { footerPt } from './footer.pt.ts';
import { homeEn } from './home.en.ts';
import { homePt } from './home.pt.ts';
import { metaEn } from './meta.en.ts';
import { metaPt } from './meta.pt.ts';
import { missingEn } from './missing.en.ts';
import { missingPt } from './missing.pt.ts';
import { navbarEn } from './navbar.en.ts';
import { navbarPt } from './navbar.pt.ts';
import { noticeEn } from './notice.en.ts';
import { noticePt } from './notice.pt.ts';
import { offerEn } from './offer.en.ts';
import { offerPt } from './offer.pt.ts';
import { planEn } from './plan.en.ts';
import { planPt } from './plan.pt.ts';
import { productsEn } from './products.en.ts';
import { productsPt } from './products.pt.ts';
import { pt } from './pt.ts';
import { servicesEn } from './services.en.ts';
import { servicesPt } from './services.pt.ts';
import { subscriptionEn } from './subscription.en.ts';
import { subscriptionPt } from './subscription.pt.ts';

/** The same word in both languages. */
const SHARED = ['Cookies', 'SEO', 'Ads', 'Branding', 'Marketing', 'Menu', 'E-book, {kinds}', '© {entity}'];

/** Every word with its place, e.g. `soon.title`. */
function wordsOf(words: object, place = ''): [place: string, words: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const here = place === '' ? key : `${place}.${key}`;
    if (typeof value === 'object' && value !== null) return wordsOf(value, here);
    return [[here, String(value)]];
  });
}

const PAIRS: [name: string, english: object, portuguese: object][] = [
  ['the page', en, pt],
  ['the navbar', navbarEn, navbarPt],
  ['the consent question', consentEn, consentPt],
  ['the home page', homeEn, homePt],
  ['the services', servicesEn, servicesPt],
  ['the plan', planEn, planPt],
  ['the contact page', contactEn, contactPt],
  ['the books', productsEn, productsPt],
  ['a book that is out', offerEn, offerPt],
  ['the footer', footerEn, footerPt],
  ['titles and descriptions', metaEn, metaPt],
  ['the page about us', aboutEn, aboutPt],
  ['the page for no page', missingEn, missingPt],
  ['the privacy notice', noticeEn, noticePt],
  ['the pages behind links in mails', subscriptionEn, subscriptionPt],
];

for (const [name, english, portuguese] of PAIRS) {
  test(`${name} says the same things in both languages, none of them empty`, () => {
    const [here, there] = [wordsOf(english), wordsOf(portuguese)];
    assert.deepEqual(
      here.map(([place]) => place),
      there.map(([place]) => place),
    );
    for (const [place, words] of [...here, ...there]) {
      assert.equal(words.trim(), words, place);
      assert.notEqual(words, '', place);
      assert.doesNotMatch(words, /undefined|\[object|\$\{|=>/, place);
    }
  });

  test(`${name} is translated, word for word`, () => {
    const there = new Map(wordsOf(portuguese));
    const same = wordsOf(english).filter(
      ([place, words]) => there.get(place) === words && !SHARED.includes(words),
    );
    assert.deepEqual(same, []);
  });
}

test('a sentence has the same places in both languages, each with a value (fault: `{nome}` stands on the page)', () => {
  const known = ['name', 'kinds', 'entity', 'email', 'formService', 'retentionMonths'];
  const placesIn = (words: string) => (words.match(/{\w+}/g) ?? []).sort();
  for (const [, english, portuguese] of PAIRS) {
    const there = new Map(wordsOf(portuguese));
    for (const [place, words] of wordsOf(english)) {
      assert.deepEqual(placesIn(words), placesIn(there.get(place) ?? ''), place);
      for (const one of placesIn(words)) assert.ok(known.includes(one.slice(1, -1)), `${place}: ${one}`);
    }
  }
});

test('a name that ends with a full stop gets no second one (fault: "Maré Alta, Lda..")', () => {
  assert.equal(withOneStop('Maré Alta, Lda.. Escreva'), 'Maré Alta, Lda. Escreva');
  assert.equal(withOneStop('and so on ... there'), 'and so on ... there');
});

test('a page behind a link names in both languages what the server fills in', () => {
  const there = new Map(wordsOf(subscriptionPt));
  for (const [place, words] of wordsOf(subscriptionEn)) {
    assert.deepEqual(words.match(/%\w+%/g), there.get(place)?.match(/%\w+%/g) ?? null, place);
  }
});

test('each language says in its own words that the toggle leads to it', () => {
  assert.match(en.soon.toggleLanguage, /English/);
  assert.match(pt.soon.toggleLanguage, /português/);
});
