import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { forEachField } from '#contract/contact.ts';
import type { MailTemplates, MailValues } from '#contract/mails.ts';
import { BuildError, loadMails } from '#server/base/build.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { fillMail } from './templates.ts';

const fixture = writeFixtureBuild();
after(fixture.remove);
const templates: MailTemplates = loadMails(fixture.dist);
templates.message.en = {
  subject: 'New message from {{name}}',
  html: '<html><title>{{name}}</title><p title="{{name}}">{{company}} {{email}}</p><p>{{message}}</p></html>',
  text: '{{name}}\n{{company}}\n{{email}}\n\n{{message}}\n',
};

const MESSAGE: MailValues<'message'> = {
  ...forEachField(() => ''),
  name: 'Inês Vaz',
  company: 'Casa',
  email: 'ines@casa.example',
  message: 'Hello',
  receivedAt: '21 November 2026, 10:00',
};

const CORPUS = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</title></p><svg/onload=alert(1)>`,
  `<a href="javascript:alert(1)">x</a>`,
  `<!--[if mso]><script>alert(1)</script><![endif]-->`,
  `<scr\u0000ipt>alert(1)</scr\u0000ipt>`,
  `&lt;script&gt;alert(1)&lt;/script&gt;`,
  `<style>*{background:url(//evil.example)}</style>`,
  `\u2028<iframe srcdoc="<script>alert(1)</script>">`,
  `$&<b>$'</b>$\``,
];

for (const attack of CORPUS) {
  test(`markup typed into the form stays text: ${JSON.stringify(attack)}`, () => {
    const { html } = fillMail(templates, 'message', 'en', { ...MESSAGE, name: attack, message: attack });
    const tags = html.match(/<[^>]*>/g);
    assert.deepEqual(
      tags?.map((tag) => tag.match(/^<\/?\w+/)?.[0]).filter((tag) => tag !== '<br'),
      ['<html', '<title', '</title', '<p', '</p', '<p', '</p', '</html'],
    );
    const attribute = html.match(/title="([^"]*)">/)?.[1] ?? '<';
    assert.doesNotMatch(attribute, /[<>'"]/);
  });

  test(`the text part shows it as it was typed: ${JSON.stringify(attack)}`, () => {
    const { text } = fillMail(templates, 'message', 'en', { ...MESSAGE, name: attack });
    const [shown] = text.split('\n');
    const plain = (value: string) => value.replace(/[\0\u2028 ]/g, '');
    assert.equal(plain(shown ?? ''), plain(attack));
  });
}

for (const name of ['{{confirmUrl}}', '{{email}}', '{{{{message}}}}', '{{na{{name}}me}}']) {
  test(`a placeholder typed in as a name is never filled: ${name}`, () => {
    const filled = fillMail(templates, 'message', 'en', { ...MESSAGE, name, message: 'SECRET' });
    assert.equal(filled.subject, `New message from ${name}`);
    assert.equal(filled.text, `${name}\nCasa\nines@casa.example\n\nSECRET\n`);
    assert.ok(filled.html.includes(`<title>${name}</title>`));
  });
}

test('a placeholder in the address of a confirmation does not reach the signed links', () => {
  const filled = fillMail(templates, 'confirm', 'pt', {
    address: '{{confirmUrl}}@casa.example',
    asked: 'the launch',
    confirmUrl: 'https://casa.example/soon?confirm=a.b&lang=pt',
    unsubscribeUrl: 'https://casa.example/soon?unsubscribe=a.b',
    dataUrl: 'https://casa.example/soon?me=a.b',
  });
  assert.match(filled.text, /^address: \{\{confirmUrl\}\}@casa\.example$/m);
  assert.match(filled.text, /^confirmUrl: https:\/\/casa\.example\/soon\?confirm=a\.b&lang=pt$/m);
  assert.ok(filled.html.includes('confirmUrl: https://casa.example/soon?confirm=a.b&#38;lang=pt<'));
});

for (const broken of [
  'Rui\r\nBcc: all@casa.example',
  'Rui\nBcc: x',
  'Rui\u2028x',
  'Rui\u0000\u001b[2Jx',
  'Rui\u202egpj',
]) {
  test(`no line and no control character gets in through a name: ${JSON.stringify(broken)}`, () => {
    const filled = fillMail(templates, 'message', 'en', { ...MESSAGE, name: broken });
    assert.doesNotMatch(filled.subject, /[\p{Cc}\u2028\u2029\u202e]/u);
    assert.match(filled.subject, /^New message from Rui /);
    assert.equal(filled.text.split('\n').length, 6);
    assert.doesNotMatch(filled.html, /[\p{Cc}\u2028\u202e]/u);
  });
}

test('the lines of a message stay lines in both parts, whatever ends them', () => {
  const { html, text } = fillMail(templates, 'message', 'en', {
    ...MESSAGE,
    message: 'one\r\ntwo\rthree\u2028four\n\nfive\tsix\u0007',
  });
  assert.ok(html.includes('<p>one<br>two<br>three<br>four<br><br>five six</p>'), html);
  assert.ok(text.endsWith('\n\none\ntwo\nthree\nfour\n\nfive six\n'), text);
});

test('an empty field shows as a dash, and half a letter does not break the mail', () => {
  const filled = fillMail(templates, 'message', 'pt', { ...MESSAGE, name: 'Rui \ud83d' });
  assert.match(filled.text, /^website: –$/m);
  assert.ok(filled.text.isWellFormed() && filled.html.isWellFormed());
});

test('each language gets its own mail', () => {
  const values = { free: '80 MB' };
  assert.equal(fillMail(templates, 'alarm-disk', 'en', values).subject, 'alarm-disk in en');
  assert.equal(fillMail(templates, 'alarm-disk', 'pt', values).subject, 'alarm-disk in pt');
});

const DAMAGED: [name: string, content: string | null, message: RegExp][] = [
  ['no file', null, /is missing.*npm run build/],
  ['half a file', '{"confirm":{"en":', /is damaged.*npm run build/],
  ['null', 'null', /is damaged/],
  [
    'a mail without its text part',
    JSON.stringify({ ...templates, 'alarm-disk': { en: {}, pt: {} } }),
    /damaged/,
  ],
  ['one language', JSON.stringify({ ...templates, confirm: { en: templates.confirm.en } }), /damaged/],
];

for (const [name, content, message] of DAMAGED) {
  test(`a build with ${name} of mails is refused in words that say what to do`, () => {
    const dist = mkdtempSync(join(tmpdir(), 'embreve-mails-'));
    mkdirSync(join(dist, '.build'));
    if (content !== null) writeFileSync(join(dist, '.build/mails.json'), content);
    assert.throws(
      () => loadMails(dist),
      (error) => error instanceof BuildError && message.test(error.message),
    );
    rmSync(dist, { recursive: true });
  });
}

test('a hidden part leaves no blank lines in the text, and a message keeps its own (catches: four blank lines between two facts; a message of another shape)', () => {
  const text = 'Hello\n\n{{?company}}\n\n{{company}}\n\n{{/company}}\n\n{{message}}\n';
  const one = { ...templates, message: { ...templates.message, en: { ...templates.message.en, text } } };
  const filled = fillMail(one, 'message', 'en', { ...MESSAGE, company: '', message: 'a\n\n\n\nb' });
  assert.equal(filled.text, 'Hello\n\na\n\n\n\nb\n');
});
