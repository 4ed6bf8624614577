import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { caniemail } from 'caniemail';
import { loadMails } from '#server/base/build.ts';
import { contrast } from '#contract/contrast.ts';
import { withLetter } from '#server/deliver/letter.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { OWN_FACTS, siteConfigOf } from '#contract/content/own-facts.ts';
import { mailsFile, type MailRenderer } from '#publisher/mails.ts';
import { write } from '#publisher/write.ts';
import { buildForNode } from './build/vite.ts';

/** All mail programs for which caniemail has enough data. */
const PROGRAMS: Parameters<typeof caniemail>[0]['clients'] = [
  'aol.*',
  'apple-mail.*',
  'fastmail.*',
  'gmail.*',
  'gmx.desktop-webmail',
  'hey.*',
  'laposte.desktop-webmail',
  'laposte.desktop-webmail',
  'mail-ru.*',
  'orange.*',
  'outlook.*',
  'protonmail.*',
  'samsung-email.*',
  'sfr.*',
  'thunderbird.macos',
  'web-de.desktop-webmail',
  'yahoo.*',
];

/**
 * Features that some program lacks, and the fallback there, which mail-programs.all.e2e.ts checks. Mails must
 * not use any other unsupported feature.
 */
const INSTEAD: Record<string, string> = {
  '<body> element': 'a table of the same ground',
  '<style> element': 'the styles of each element, in light colours',
  '@media': 'the same',
  'color-scheme CSS property': 'light colours, or those that the program makes of them',
  'color-scheme meta tag': 'the same',
  'border-radius': 'a button with corners',
  'text-decoration': 'links in the colours of the program',
  'text-decoration-color': 'an underline in the colour of the text',
  'text-decoration-line': 'an underline all the same',
  'text-underline-offset': 'an underline nearer to the text',
  'word-break': 'word-wrap, in a table of fixed columns',
  'height property': 'a least height, which is the same for an empty stroke',
  // One of these is enough to hide the preview text.
  'display:none': 'a text of no height',
  'max-height property': 'a text that is not displayed',
  overflow: 'the same',
  opacity: 'the same',
  // Screen readers announce it, or it is the default anyway.
  'aria-hidden attribute': 'letters of weekdays without their strokes',
  'aria-label attribute': 'the name of the brand, letter by letter',
  'role attribute': 'a table that is named as one',
  'lang attribute': 'the voice that the listener has chosen',
  'dir attribute': 'text from left to right',
  'target attribute': 'links in a new window',
  'width attribute': 'a table as wide as its text, up to the same measure',
  'height attribute': 'strokes that stand on their own heights',
  'mailto: links': 'a card of the contact',
};

const out = mkdtempSync(join(tmpdir(), 'embreve-mail-programs-'));
let mails: MailTemplates;
before(async () => {
  const renderer = await buildForNode('mails/render.tsx', join(out, 'renderer'));
  const modules = (await import(pathToFileURL(renderer).href)) as MailRenderer;
  const owner = { site: siteConfigOf(OWN_FACTS), words: {} };
  await write(join(out, '.build/mails.json'), await mailsFile(modules, owner));
  mails = loadMails(out);
});
after(() => rmSync(out, { recursive: true, force: true }));

/** Untested in many programs: caniemail then reports nothing. They supplement the property beside them. */
const UNTRIED = /(?:word-wrap|table-layout):[^;"]*;?/g;

/** The features that at least one program does not support, by caniemail.com. */
function unsupportedIn(html: string): string[] {
  const { errors } = caniemail({ clients: PROGRAMS, html: html.replaceAll(UNTRIED, '') }).issues;
  return [...new Set([...errors.values()].flat().map(({ title }) => title))];
}

/** All that an owner's text becomes. */
const FORMATTED = 'A **bold** [link](/contact).\n\n## Heading\n\n- Point\n- Point';

test('no mail needs what a mail program does not support', () => {
  const used = new Set<string>();
  for (const [name, languages] of Object.entries(mails))
    for (const [language, { html }] of Object.entries(languages))
      for (const title of unsupportedIn(withLetter(html, FORMATTED, String, String))) {
        assert.ok(title in INSTEAD, `${name} in ${language} uses ${title}`);
        used.add(title);
      }
  assert.deepEqual(
    Object.keys(INSTEAD).filter((title) => !used.has(title)),
    [],
    'no mail uses these any more',
  );
});

test('a feature without support in a mail program is seen (catches: a grid)', () => {
  const { html } = mails.confirm.en;
  const planted = html.replace('</h1>', '</h1><p style="display:grid;position:fixed">a</p>');
  assert.ok(unsupportedIn(planted).some((title) => !(title in INSTEAD)));
});

const eachHtml = () =>
  Object.values(mails).flatMap((languages) => Object.values(languages).map(({ html }) => html));

test('no table has a padding, which Outlook and Roundcube ignore (catches: a mail without margins)', () => {
  for (const html of eachHtml()) assert.doesNotMatch(html, /<table[^>]* style="[^"]*padding/);
});

test('what is dark stands out in Thunderbird’s dark mode, which ignores @media (catches: a button without its border; strokes that are backgrounds)', () => {
  const ground = '#18181b';
  for (const html of eachHtml())
    for (const [, style = '', own = ''] of html.matchAll(/style="([^"]*background-color:(#\w{6})[^"]*)"/g)) {
      const border = /border:1px solid (#\w{6})/.exec(style)?.[1] ?? ground;
      assert.ok(Math.max(contrast(own, ground), contrast(border, ground)) >= 3, style);
    }
});

test('a dark mail is dark beside its body, where Evolution leaves a strip (catches: it stays white)', () => {
  for (const html of eachHtml()) assert.match(html, /prefers-color-scheme:dark\)\{\s*:root,/);
});
