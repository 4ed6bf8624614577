import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { forEachField } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import { MAILS, type MailName, type MailTemplates, type MailValues } from '#contract/mails.ts';
import { loadMails } from '#server/base/build.ts';
import { fillMail } from '#server/deliver/templates.ts';
import { OWN_FACTS, siteConfigOf } from '#contract/content/own-facts.ts';
import { TESTED_LANGUAGES as LANGUAGES } from '#test/fixtures/languages.ts';
import { subscription as subscriptionEn } from '#site/text/en/subscription.ts';
import { subscription as subscriptionPt } from '#site/text/pt/subscription.ts';
import { checkMails, mailsFile, type MailRenderer } from '#publisher/mails.ts';
import { write } from '#publisher/write.ts';
import { ROOT } from '#server/base/root.ts';
import { buildForNode } from './build/vite.ts';
import { slipsIn } from './voice.ts';
import { contrast } from '#contract/contrast.ts';
import { wordsWithColours, type Scheme } from './mail-colours.ts';

const out = mkdtempSync(join(tmpdir(), 'embreve-mails-'));
let templates: MailTemplates;
before(async () => {
  const renderer = await buildForNode('mails/render.tsx', join(out, 'renderer'));
  const modules = (await import(pathToFileURL(renderer).href)) as MailRenderer;
  const owner = { site: siteConfigOf(OWN_FACTS), words: {} };
  await write(join(out, '.build/mails.json'), await mailsFile(modules, owner));
  templates = withSuggestedWords(loadMails(out));
});

const TEXTS = { en: subscriptionEn, pt: subscriptionPt };

/** An announcement with the suggested words that the owner has not changed; a newsletter with those of the launch. */
function withSuggestedWords(mails: MailTemplates): MailTemplates {
  for (const language of LANGUAGES) {
    const { launch, book } = TEXTS[language].announcement;
    for (const [name, words] of [
      ['announcement', launch],
      ['announcement-book', book],
      ['letter', launch],
    ] as const) {
      const mail = mails[name][language];
      for (const [place, text] of Object.entries(words))
        for (const part of ['subject', 'html', 'text'] as const)
          mail[part] = mail[part].replaceAll(`{{${place}}}`, text);
    }
  }
  return mails;
}

test('a name with its own logo, or without a breve, is plain text in mails (catches: a stray ˘)', async () => {
  const renderer = (await import(pathToFileURL(join(out, 'renderer/main.mjs')).href)) as MailRenderer;
  const site = siteConfigOf(OWN_FACTS);
  for (const more of [{ hasLogo: true }, { markAt: null }]) {
    const brand = { ...site.brand, name: 'Ateliê', markAt: 5, ...more };
    const owner = { site: { ...site, brand }, words: {} };
    const mails = JSON.parse((await mailsFile(renderer, owner)).toString()) as MailTemplates;
    const { html } = mails.confirm.pt;
    assert.match(html, /translate="no">Ateliê</);
    assert.doesNotMatch(html, /˘/);
  }
});

after(() => rmSync(out, { recursive: true }));

const EACH = (Object.keys(MAILS) as MailName[]).flatMap((mail) =>
  LANGUAGES.map((language): [MailName, Language] => [mail, language]),
);

for (const [mail, language] of EACH) {
  test(`${mail} in ${language} says its language, its subject and something beside it in the inbox`, () => {
    const { html, subject } = templates[mail][language];
    assert.match(html, new RegExp(`<html [^>]*lang="${language}"`));
    assert.ok(html.includes(`<title>${subject}</title>`));
    assert.match(html, /<meta name="color-scheme" content="light dark"\/>/);
    assert.match(html, /<body[^>]*>.*?display:none[^>]*>[^<>]{30,150}</s);
    assert.equal(html.match(/<h1/g)?.length, 1);
  });

  test(`${mail} in ${language} loads nothing and runs nothing`, () => {
    // A picture is a part of its mail.
    const html = templates[mail][language].html.replace(/<img\b[^>]* src="\{\{pictureUrl\}\}"[^>]*>/, '');
    assert.doesNotMatch(
      html,
      /<(?:img|script|link|iframe|object|form|base)\b|url\(|@import|src=|https?:(?!\/\/www\.w3\.org)/i,
    );
  });

  test(`${mail} in ${language} can be read in light and dark: at least 4.5 to 1`, () => {
    for (const scheme of ['light', 'dark'] as const) {
      const words = wordsWithColours(templates[mail][language].html, scheme);
      assert.ok(words.length > 5);
      const weak = words.filter(({ colour, ground }) => contrast(colour, ground) < 4.5);
      assert.deepEqual(weak, [], scheme);
    }
  });

  test(`${mail} in ${language} has a name on each link, and no two links of one name`, () => {
    const { html } = templates[mail][language];
    const names = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href, inside]) => {
      const name = inside?.replace(/<!--.*?-->|<[^>]*>/g, '').trim();
      assert.ok(href && name && !name.startsWith('{{'), href);
      return name;
    });
    assert.equal(new Set(names).size, names.length);
  });

  test(`${mail} in ${language} says in its text part what the HTML says, without markup`, () => {
    const { html, text } = templates[mail][language];
    const title = html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]?.replaceAll('&#x27;', "'");
    assert.ok(text.startsWith(`${title}\n`));
    assert.doesNotMatch(text, /<\w|&\w+;|\n{4}|undefined|\[object/);
  });
}

test(
  'rendered mails keep to one voice; the words of an owner are their own',
  { skip: existsSync(join(ROOT, 'brand')) },
  () => {
    for (const [mail, language] of EACH) {
      const { subject, text } = templates[mail][language];
      assert.deepEqual(slipsIn(`${subject}\n${text}`, language), [], `${mail} in ${language}`);
    }
  },
);

/** Texts that are the same in both languages. */
const SHARED = ['npm run embreve -- doctor'];

test('every mail is translated, line for line', () => {
  for (const mail of Object.keys(MAILS) as MailName[]) {
    const { en, pt } = templates[mail];
    assert.notEqual(en.subject, pt.subject);
    const there = new Set(pt.text.split('\n'));
    const same = en.text
      .split('\n')
      .filter((line) => there.has(line) && !SHARED.includes(line))
      .filter((line) => /\p{L}{2}/u.test(line.replaceAll(/\{\{[?/]?\w+\}\}/g, '')));
    assert.deepEqual(same, []);
  }
});

test('the confirmation says who sends it, and offers the button, the bare address, the way out and the data', () => {
  for (const language of LANGUAGES) {
    const { html, text } = templates.confirm[language];
    assert.match(html, /<a class="button" href="\{\{confirmUrl\}\}"/);
    assert.match(html, /<p[^>]*>\{\{confirmUrl\}\}<\/p>/);
    assert.match(html, /href="\{\{unsubscribeUrl\}\}"/);
    assert.match(html, /href="\{\{dataUrl\}\}"/);
    for (const part of [html, text]) {
      assert.ok(part.includes(OWN_FACTS['legal.entity']) && part.includes(OWN_FACTS['legal.email']));
    }
  }
});

test('a stranger’s text is never a link', () => {
  for (const language of LANGUAGES) assert.doesNotMatch(templates.message[language].html, /<a\b|href/);
});

function tokensOf(theme: Scheme): Set<string> {
  const css = readFileSync(join(ROOT, 'ui/tokens.css'), 'utf8');
  const block = css.match(new RegExp(`\\[data-theme='${theme}'\\] \\{(.*?)\\}`, 's'))?.[1] ?? '';
  return new Set(block.match(/#[0-9a-f]{6}\b/g));
}

test('the colours are those of the site', () => {
  for (const [mail, language] of EACH) {
    const [sheet = '', inline = ''] = templates[mail][language].html.split('</style>');
    for (const [css, theme] of [
      [sheet, 'dark'],
      [inline, 'light'],
    ] as const) {
      const colours = css.match(/(?<!&)#[0-9a-f]{3,8}\b/gi) ?? [];
      assert.ok(colours.length >= 5);
      assert.deepEqual(
        colours.filter((colour) => !tokensOf(theme).has(colour)),
        [],
      );
    }
  }
});

test('a grey too weak to read would be found, in each scheme', () => {
  const { html } = templates.confirm.en;
  const weak = (changed: string, scheme: Scheme) =>
    wordsWithColours(changed, scheme).filter(({ colour, ground }) => contrast(colour, ground) < 4.5).length;
  assert.ok(weak(html.replaceAll('#4b5352', '#8b8f8a'), 'light') >= 2);
  assert.ok(weak(html.replaceAll('#aeb1aa', '#5b605c'), 'dark') >= 2);
  assert.equal(Math.round(contrast('#000000', '#ffffff')), 21);
});

/** The weekly summary, as plain text and as HTML. */
function summaryMailOf(language: Language, needs: Partial<MailValues<'weekly-summary'>>) {
  const values = Object.fromEntries(
    MAILS['weekly-summary'].map((name) => [name, name.startsWith('need_') ? '' : name]),
  );
  const week = { ...(values as MailValues<'weekly-summary'>), languages: 'English, Portuguese, Esperanto' };
  return fillMail(templates, 'weekly-summary', language, {
    ...week,
    dashboardUrl: 'https://a.example/d',
    ...needs,
  });
}

test('an empty field is not in the mail that brings the message (catches: a label without a value)', () => {
  const written = { ...forEachField((field) => `the ${field}`), receivedAt: '1 May' };
  for (const language of LANGUAGES) {
    const filled = fillMail(templates, 'message', language, written);
    const whole = filled.text.split('\n');
    const empty = { company: '', phone: '', website: '' };
    const { html, text } = fillMail(templates, 'message', language, { ...written, ...empty });
    for (const field of Object.keys(empty)) {
      const label = whole[whole.indexOf(`the ${field}`) - 1] ?? '';
      assert.match(label, /^\w+$/);
      assert.ok(filled.html.includes(label) && filled.html.includes(`the ${field}`));
      assert.ok(!html.includes(label) && !text.includes(label), label);
    }
    for (const field of ['name', 'email', 'message'])
      assert.ok(html.includes(`the ${field}`) && text.includes(`the ${field}`), field);
  }
});

test('the weekly summary names what waits, each with the address of its page, and nothing else (catches: all lines; none)', () => {
  const said = { need_mails: '3', need_rehearse: 'Sunday', need_passkey: 'yes', waits: 'yes', calm: '' };
  for (const language of LANGUAGES) {
    const { html, text } = summaryMailOf(language, said);
    const paths = ['mails', 'launch/rehearsal', 'settings#passkeys'];
    const linksIn = (part: string) =>
      [...part.matchAll(/https:\/\/a\.example\/d\/([\w/#-]+)/g)].map(([, path]) => path);
    assert.deepEqual(linksIn(html), [...paths, 'settings#weekly-summary']);
    assert.deepEqual(linksIn(text), [...paths, 'settings#weekly-summary']);
    assert.match(text, /: 3 https:.*\n.* Sunday https:/);
    assert.doesNotMatch(html + text, /\{\{|\}\}/);
    const [, , calm = ''] = summaryMailOf(language, { waits: '' }).text.split('\n');
    assert.ok(!text.includes(calm) && calm.startsWith('from '), calm);
    assert.deepEqual(linksIn(summaryMailOf(language, { waits: '' }).text), ['settings#weekly-summary']);
  }
});

test('the plain weekly summary has its values in one column, whatever they are (catches: a name of a language as a label)', () => {
  for (const language of LANGUAGES) {
    // A zero-width character takes no column.
    const text = summaryMailOf(language, { waits: '' }).text.replaceAll('\u2060', '');
    const values = [
      'people',
      'waiting',
      'left',
      'visits',
      'source',
      'wanted',
      'shares',
      'unread',
      'trouble',
      'backup',
    ];
    const columns = values.map((value) => new RegExp(`^.*  +(?=${value}$)`, 'm').exec(text)?.[0].length);
    assert.deepEqual(new Set(columns), new Set([columns[0]]), text);
    assert.ok(columns[0]);
  }
});

const FAULTS: [name: string, plant: (mails: MailTemplates) => void, message: RegExp][] = [
  [
    'a link forgotten in the text part',
    ({ confirm }) => (confirm.pt.text = confirm.pt.text.replace('{{dataUrl}}', '')),
    /^confirm\.pt\.text lacks \{\{dataUrl\}\}$/m,
  ],
  [
    'a value forgotten in the HTML part',
    ({ message }) => (message.en.html = message.en.html.replaceAll('{{receivedAt}}', '')),
    /^message\.en\.html lacks \{\{receivedAt\}\}$/m,
  ],
  [
    'a misspelt placeholder',
    (mails) => (mails['alarm-disk'].en.text += '{{fre}}'),
    /^alarm-disk\.en\.text has \{\{fre\}\}, which nobody fills$/m,
  ],
  [
    'a placeholder torn apart by markup',
    ({ message }) => (message.pt.html = message.pt.html.replace('</body>', '{{<b>name</b>}}</body>')),
    /^message\.pt\.html has .*, which nobody fills$/m,
  ],
  [
    'a section that does not end',
    ({ 'weekly-summary': summary }) => (summary.pt.text = summary.pt.text.replace('{{/calm}}', '')),
    /^weekly-summary\.pt\.text has \{\{\?calm\}\}.*, which nobody fills$/m,
  ],
  [
    'an address in a subject',
    ({ confirm }) => (confirm.en.subject = 'For {{address}}'),
    /^confirm\.en\.subject has \{\{address\}\}, which nobody fills$/m,
  ],
];

for (const [name, plant, message] of FAULTS) {
  test(`the build fails over ${name}`, () => {
    const planted = structuredClone(templates);
    plant(planted);
    assert.throws(() => checkMails(planted), { message });
  });
}

test('the table of alerts in docs/operations.md names each by its subject', () => {
  const document = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const [, table = ''] = /^\| alert \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(document) ?? [];
  const rows = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, subject = '']) => subject.toLowerCase());
  const alerts = (Object.keys(MAILS) as MailName[]).filter((name) => name.startsWith('alarm-'));
  const subjects = alerts.map((name) =>
    templates[name].en.subject
      .replace(/^.*?: /, '')
      .replace('{{date}}', '…')
      .toLowerCase(),
  );
  assert.deepEqual(rows.sort(), subjects.sort());
});
