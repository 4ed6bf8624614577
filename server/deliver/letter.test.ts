import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf, type Inline } from '#contract/letter-text.ts';
import type { MailTemplate, MailValues } from '#contract/mails.ts';
import { LETTERS } from '#test/corpora/letters.ts';
import { fillTemplate } from './templates.ts';

const STYLE = 'margin:0 0 28px;color:#131a1b';
const TEMPLATE: MailTemplate = {
  subject: '{{subject}}',
  html: `<body><h1>{{heading}}</h1><p class="text" style="${STYLE}">{{body}}</p><a class="link" href="{{dataUrl}}" style="color:#131a1b" target="_blank">{{button}}</a></body>`,
  text: '{{heading}}\n\n{{body}}\n\n{{button}}\n',
};
const VALUES = { subject: 'S', heading: 'H', button: 'B', dataUrl: 'https://site.example/me' };

const pageAt = (path: string) => `https://site.example${path}?lang=pt`;

function filled(body: string) {
  const values = { ...VALUES, body } as MailValues<'announcement'>;
  const { html, text } = fillTemplate<'announcement'>(TEMPLATE, values, pageAt);
  const [, inHtml = ''] =
    /<h1>H<\/h1>(.*)<a class="link" href="https:\/\/site\.example\/me"/s.exec(html) ?? [];
  const [, inText = ''] = /^H\n\n(.*)\n\nB\n$/s.exec(text) ?? [];
  return { html: inHtml, text: inText };
}

test('a text without signs is one paragraph, to the byte as mails under way have it (catches: an element for each; one empty line for all)', () => {
  for (const [body, html, text] of [
    ['Is it <open>?', 'Is it &#60;open&#62;?'],
    ['One\r\nline.\n\nTwo.', 'One<br>line.<br><br>Two.', 'One\nline.\n\nTwo.'],
    ['One.\n\n\n\n\nTwo.', 'One.<br><br><br><br><br>Two.'],
    ['**One** and **two**', '<b>One</b> and <b>two</b>', 'One and two'],
    ['A - b\n-c, # d\n##e\n1. f', 'A - b<br>-c, # d<br>##e<br>1. f'],
  ] as const) {
    assert.equal(filled(body).html, `<p class="text" style="${STYLE}">${html}</p>`);
    assert.equal(filled(body).text, text ?? body);
  }
});

test('a formatted text is HTML in the look of its template, and says the same without it (catches: one of our pages as its path; the address left out)', () => {
  const body =
    'A [b](/contact).\n\n## C **d**\n- e\n- [f](https://f.example/?a&b)\n\nMail [us](mailto:a@b.example), [https://g.example](https://g.example)';
  const { html, text } = filled(body);
  assert.equal(
    html.replaceAll(` style="${STYLE};`, ' style="…;'),
    '<p class="text" style="…;margin:0 0 20px">A <a class="link" style="color:#131a1b" href="https://site.example/contact?lang=pt">b</a>.</p>' +
      '<h2 class="text" style="…;font-size:24px;line-height:30px;font-weight:400;letter-spacing:-0.02em;margin:32px 0 10px">C <b>d</b></h2>' +
      '<ul class="text" style="…;padding:0 0 0 22px;margin:0 0 20px"><li style="margin:0 0 6px">e</li><li style="margin:0 0 6px"><a class="link" style="color:#131a1b" href="https://f.example/?a&#38;b">f</a></li></ul>' +
      `<p class="text" style="${STYLE}">Mail <a class="link" style="color:#131a1b" href="mailto:a@b.example">us</a>, <a class="link" style="color:#131a1b" href="https://g.example">https://g.example</a></p>`,
  );
  assert.equal(
    text,
    'A b (https://site.example/contact?lang=pt).\n\nC d\n\n- e\n- f (https://f.example/?a&b)\n\nMail us (a@b.example), https://g.example',
  );
  assert.match(filled('## A\n## B').html, /10px">A<\/h2><h2 [^>]*10px;margin-bottom:28px">B<\/h2>$/);
});

const TAG = /<(\/?)(\w+)((?: [a-z]+="[^"<>]*")*)>/g;
const SIGNS: Record<string, string> = { 34: '"', 38: '&', 39: "'", 60: '<', 62: '>' };
const bare = (text: string) => text.replaceAll(/\s+/g, '');

function saidIn(inside: Inline[]): string {
  return inside.map((one) => (typeof one === 'string' ? one : saidIn(one.inside))).join('');
}

function linksIn(inside: Inline[]): string[] {
  return inside.flatMap((one) => {
    if (typeof one === 'string') return [];
    return one.is === 'link' ? [one.to] : linksIn(one.inside);
  });
}

/** What a browser would show, if the HTML is well-formed. */
function shownOf(html: string): { shown: string; links: string[] } {
  const open: string[] = [];
  const links: string[] = [];
  const text = html.replaceAll(TAG, (_, ends: string, name: string, attributes: string) => {
    assert.match(name, /^(?:p|h2|ul|li|b|a|br)$/);
    assert.doesNotMatch(attributes, / (?!class|style|href)[a-z]+=/);
    if (ends) assert.equal(open.pop(), name);
    else if (name !== 'br') open.push(name);
    const [, href] = / href="([^"]*)"/.exec(attributes) ?? [];
    if (href !== undefined) links.push(href);
    return ' ';
  });
  assert.deepEqual(open, []);
  assert.doesNotMatch(text, /[<>"']/);
  const read = (part: string) => part.replaceAll(/&#(\d+);/g, (_, code: string) => SIGNS[code] ?? '?');
  return { shown: read(text), links: links.map(read) };
}

test('two hundred texts are well-formed, run nothing, lead only where a link may, and say what was written (catches: a value that is not escaped; a wrong link; a point left out)', () => {
  let all = 0;
  for (const body of LETTERS) {
    const { html, text } = filled(body);
    const { shown, links } = shownOf(html);
    const cleaned = body
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .toWellFormed()
      .trim();
    const inlines = blocksOf(cleaned).flatMap((block) => {
      if (block.is === 'heading') return [block.inside];
      return block.is === 'list' ? block.points : block.each;
    });
    assert.equal(bare(shown), bare(inlines.map(saidIn).join('')), body);
    const leading = inlines.flatMap(linksIn).map((to) => (to.startsWith('/') ? pageAt(to) : to));
    assert.deepEqual(links, leading);
    for (const href of links)
      assert.match(
        href,
        /^(?:https:\/\/[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?=[:/?#]|$)|mailto:[\w.]+@\w)[^\s"'<>{}\\\p{Cf}]*$/u,
      );
    let from = 0;
    for (const part of inlines.flat()) {
      const said = typeof part === 'string' ? part : saidIn([part]).split(' ')[0]!;
      const at = text.indexOf(said, from);
      assert.notEqual(at, -1, said);
      from = at + said.length;
    }
    all += links.length;
  }
  assert.ok(all > 150, String(all));
});
