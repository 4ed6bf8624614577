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
import { homeEn } from './home.en.ts';
import { homePt } from './home.pt.ts';
import { missingEn } from './missing.en.ts';
import { missingPt } from './missing.pt.ts';
import { navbarEn } from './navbar.en.ts';
import { navbarPt } from './navbar.pt.ts';
import { noticeEn } from './notice.en.ts';
import { noticePt } from './notice.pt.ts';
import { planEn } from './plan.en.ts';
import { planPt } from './plan.pt.ts';
import { productsEn } from './products.en.ts';
import { productsPt } from './products.pt.ts';
import { pt } from './pt.ts';
import { servicesEn } from './services.en.ts';
import { servicesPt } from './services.pt.ts';
import { subscriptionEn } from './subscription.en.ts';
import { subscriptionPt } from './subscription.pt.ts';

const FACTS = { entity: 'Casa Breve', email: 'a@casa.example', formService: 'Formspree', retentionMonths: 7 };
/** Words that are the same in both languages. */
const SHARED = ['Cookies', 'SEO', 'Ads', 'Branding', 'Marketing', 'Menu'];

/** Every text with its key, e.g. `soon.title`. A function gets a sample name. */
function wordsOf(words: object, place = ''): [place: string, words: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const here = place === '' ? key : `${place}.${key}`;
    if (typeof value === 'function') return [[here, String((value as (name: string) => unknown)('Casa'))]];
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
  ['the page about us', aboutEn, aboutPt],
  ['the page for no page', missingEn, missingPt],
  ['the privacy notice', noticeEn(FACTS), noticePt(FACTS)],
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
      assert.doesNotMatch(words, /undefined|\[object|\$\{/, place);
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

test('the privacy notice names who keeps the address, who runs the form and for how long', () => {
  for (const notice of [noticeEn, noticePt]) {
    const words = notice(FACTS).flat().join(' ');
    for (const fact of ['Casa Breve', 'a@casa.example', 'Formspree', ' 7 '])
      assert.ok(words.includes(fact), fact);
    assert.ok(
      !notice({ ...FACTS, formService: null })
        .flat()
        .join(' ')
        .includes('null'),
    );
  }
});

test('a name that ends with a full stop gets no second one (fault: "Maré Alta, Lda..")', () => {
  for (const notice of [noticeEn, noticePt]) {
    const words = notice({ ...FACTS, entity: 'Maré Alta, Lda.' })
      .map(([, one]) => withOneStop(one))
      .join(' ');
    assert.match(words, /Lda\. /);
    assert.doesNotMatch(words, /\.\./);
  }
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
