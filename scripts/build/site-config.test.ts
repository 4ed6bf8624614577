import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SiteConfig } from '#contract/site.ts';
import { site } from '#site.config';
import { checkSiteConfig } from './site-config.ts';

const RIGHT_SITE: SiteConfig = {
  brand: { name: 'Casa 12', markAt: null, ground: '#0B1012' },
  social: { instagram: 'https://www.instagram.com/casa', linkedin: 'https://www.linkedin.com/company/casa' },
  legal: {
    entity: 'Casa Breve, Lda.',
    email: 'privacy@casa.example',
    formService: null,
    retentionMonths: 12,
    complaintsBook: null,
  },
};

/** A valid config with one value changed; Node strips types without checking them. */
function changed(place: string, value: unknown): SiteConfig {
  const [part = '', key = ''] = place.split('.');
  const copy = structuredClone(RIGHT_SITE) as unknown as Record<string, Record<string, unknown>>;
  copy[part] = { ...copy[part], [key]: value };
  return copy as unknown as SiteConfig;
}

const WRONG: [place: string, values: unknown[]][] = [
  ['brand.name', ['', ' ', ' Casa', 'Ca\nsa', 'Ca\u202esa', 'C'.repeat(41), 7, null, undefined]],
  ['brand.markAt', [-1, 4, 5, 7, 1.5, '0', undefined, NaN]],
  ['brand.ground', ['black', '#fff', '#0b101', 'url(x)', undefined]],
  [
    'social.instagram',
    ['', 'www.instagram.com/casa', 'http://www.instagram.com/casa', 'javascript:alert(1)', null],
  ],
  ['social.linkedin', ['@casa', undefined]],
  ['legal.entity', ['', undefined, 'C'.repeat(101)]],
  [
    'legal.email',
    ['', 'privacy', 'privacy@casa', 'a@casa.example, b@casa.example', ' a@casa.example', undefined],
  ],
  ['legal.formService', ['', false, undefined]],
  ['legal.retentionMonths', [0, 121, 1.5, '12', undefined]],
  ['legal.complaintsBook', ['', 'www.livroreclamacoes.pt', 'http://www.livroreclamacoes.pt', undefined]],
];

for (const [place, values] of WRONG) {
  test(`${place} that cannot be right stops the build, in words that name it`, () => {
    for (const value of values) {
      assert.throws(
        () => checkSiteConfig(changed(place, value)),
        (error: Error) => {
          const [first, second, ...more] = error.message.split('\n');
          assert.equal(first, 'Please mend site.config.ts:');
          assert.match(second ?? '', new RegExp(`^${place} must be .{10,}, not `));
          assert.deepEqual(more, []);
          return true;
        },
        JSON.stringify(value),
      );
    }
  });
}

const RIGHT: [place: string, value: unknown][] = [
  ['brand.name', 'Casa Breve & Filhos'],
  ['brand.name', 'Ação'],
  ['brand.markAt', null],
  ['brand.markAt', 0],
  ['legal.formService', 'Formspree'],
  ['legal.retentionMonths', 1],
  ['legal.retentionMonths', 120],
  ['legal.complaintsBook', 'https://www.livroreclamacoes.pt'],
];

test('what can be right is left alone', () => {
  checkSiteConfig(site);
  checkSiteConfig(RIGHT_SITE);
  for (const [place, value] of RIGHT) checkSiteConfig(changed(place, value));
});

test('the mark stands on no letter that has an accent or a dot already (fault: two marks on one letter)', () => {
  const markedAt = (name: string, markAt: number) => () =>
    checkSiteConfig({ ...RIGHT_SITE, brand: { ...RIGHT_SITE.brand, name, markAt } });
  for (const name of ['Maré', 'Mare\u0301', 'Mari', 'Marj'])
    assert.throws(markedAt(name, 3), /brand\.markAt must be .* without an accent or a dot/, name);
  for (const name of ['Mare', 'Mara é']) assert.doesNotThrow(markedAt(name, 3), name);
});

test('all problems are told at once, and a missing part is told too', () => {
  const broken = changed('legal.email', 'nobody');
  broken.brand = { ...broken.brand, markAt: 4 };
  assert.throws(
    () => checkSiteConfig(broken),
    /brand\.markAt must be .*, not 4\nlegal\.email must be .*, not "nobody"/,
  );
  assert.throws(() => checkSiteConfig({} as SiteConfig), /brand\.name must be [^\n]*\nbrand\.markAt/);
});

test('scripts of others are named by their https origin alone (fault: a star, a path, another directive)', () => {
  const wrong = [
    '*',
    'https://*',
    'https://a.example/x',
    'http://a.example',
    "'unsafe-inline'",
    'https://a.example; x',
    7,
  ];
  for (const one of wrong)
    assert.throws(
      () => checkSiteConfig(RIGHT_SITE, undefined, { scriptOrigins: [one as string] }),
      /analytics\.scriptOrigins must hold https addresses without a path, not/,
      String(one),
    );
  checkSiteConfig(RIGHT_SITE, undefined, {
    scriptOrigins: ['https://snap.licdn.com', 'https://a.example:8443'],
  });
});
