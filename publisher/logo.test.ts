import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { folderOf } from '#test/fixtures/folder.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';
import { readLogo } from './logo.ts';
import { writeInto } from './output.ts';
import { writeOwnerStyles } from './owner-styles.ts';
import { readFileSync } from 'node:fs';

const svg = (inner: string, viewBox = '0 0 9 3') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${inner}</svg>`;
const SHAPES = svg('<path d="M0 0h9v3z"/>');
const once = (_facts: object, _files: Buffer[], draw: () => Promise<Buffer>) => draw();

function png(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').fillRect(0, 0, width / 2, height);
  const drawn = canvas.toBuffer('image/png');
  // A text of its author, behind the first chunk, which has 33 bytes with the signature.
  return Buffer.concat([drawn.subarray(0, 33), textChunk('by Ana at home'), drawn.subarray(33)]);
}

function textChunk(text: string): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(`tEXtAuthor\0${text}`), Buffer.alloc(4)]);
  chunk.writeUInt32BE(chunk.length - 12);
  return chunk;
}

test('a PNG and an SVG are shown side by side, the PNG three times as sharp as it is high and without its data (catches: copied; in its own size)', async (t) => {
  const folder = folderOf(t);
  const given = { dark: ownerFile(folder, 'png', png(600, 200)), light: ownerFile(folder, 'svg', SHAPES) };
  const out = writeInto(join(folder, 'out'));
  const styles = writeOwnerStyles(null, await readLogo(given, folder, once), out);
  await out.end();
  assert.match(
    styles?.css ?? '',
    /aspect-ratio:288 \/ 96;.*url\(\/static\/media\/logo-on-light\.[\w-]{6}\.svg\)/,
  );
  const [, path = ''] =
    /\[data-theme=dark\].*url\(\/(static\/media\/logo-on-dark\.[\w-]{6}\.png)\)/.exec(styles?.css ?? '') ??
    [];
  const drawn = readFileSync(join(folder, 'out', path));
  const { width, height } = await loadImage(drawn);
  assert.deepEqual([width, height], [288, 96]);
  assert.ok(!drawn.includes('Ana'));
});

const KEPT = '<path d="M1 1h80v20H1z" fill="#123"/>';
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"';
const NS_SVG = '<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>';

/** As drawing programs write them, and what is served: all that is drawn, none of the rest. */
const TAKEN: [name: string, sent: string | Buffer, served: string | RegExp][] = [
  [
    'Illustrator',
    svg(`<style><![CDATA[.st0,.st1{fill:#123} .st1{opacity:.5}]]></style><path class="st1" d="M0 0h9v9"/>`),
    svg('<path d="M0 0h9v9" fill="#123" opacity=".5"/>'),
  ],
  [
    'old Illustrator',
    `${NS_SVG}<svg xmlns="&ns_svg;" xmlns:i="&ns_ai;" viewBox="0 0 9 3"><switch><foreignObject requiredExtensions="&ns_ai;"><i:pgf/></foreignObject><g i:extraneous="self">${KEPT}</g></switch></svg>`,
    svg(`<g><g>${KEPT}</g></g>`),
  ],
  [
    'Inkscape',
    svg(
      `<metadata><b/></metadata><i:view xmlns:i="urn:i"><path d="M0 0"/></i:view><path style="fill:red;-inkscape-stroke:none" d="M0 0h9v9"/>`,
    ),
    svg('<path d="M0 0h9v9" fill="red"/>'),
  ],
  [
    'Figma',
    svg(
      `<g style="mix-blend-mode:multiply;fill:#123;fill:color(display-p3 0 0 0)" filter="url(#f)">${KEPT}</g><filter id="f"><feOffset dy="1"/></filter>`,
    ),
    svg(
      `<g filter="url(#f)" fill="#123" style="mix-blend-mode:multiply">${KEPT}</g><filter id="f"><feOffset dy="1"/></filter>`,
    ),
  ],
  [
    'a prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox='0,0,9,3'>${KEPT.replace('<', '<s:')}</s:svg>`,
    svg(KEPT),
  ],
  ['no namespace', `<svg viewBox="0 0 9 3">${KEPT}</svg>`, svg(KEPT)],
  ['a long comment', `<?xml version="1.0"?><!--${'-  '.repeat(999)}-->${svg(KEPT)}`, svg(KEPT)],
  ['UTF-16', Buffer.from(`\ufeff${svg(KEPT)}`, 'utf16le'), svg(KEPT)],
  [
    'quotes as entities',
    svg('<path fill="url(&quot;#a&quot;)" d="M0 0h9v9z" stroke="red"/>'),
    svg('<path fill="url(#a)" d="M0 0h9v9z" stroke="red"/>'),
  ],
  [
    'a symbol',
    svg(`<symbol id="a">${KEPT}</symbol><use ${XLINK} href="#a"/>`),
    /<defs><svg id="a">.*<use xlink:href="#a"\/>/,
  ],
  ['a link', svg(`<a href="https://a.example">${KEPT}</a><use href=""/>`), svg(`<g>${KEPT}</g>`)],
  ['no box', `<svg width="9mm" height="3mm">${KEPT}</svg>`, /viewBox="0 0 34\.0\d+ 11\.3\d+"/],
  [
    'a box in another shape',
    `<svg width="20" height="20" viewBox="10 0 20 10">${KEPT}</svg>`,
    /width="96" height="96" viewBox="10 -5 20 20"/,
  ],
  [
    'a style sheet',
    svg(
      `<style>@import "x";@media print{path{fill:red}}#a>path:hover{fill:red}g path{fill:#123!important}</style><g id="a"><path style="fill:red" d="M0 0h9v9z"/></g>`,
    ),
    svg('<g id="a"><path d="M0 0h9v9z" fill="#123"/></g>'),
  ],
  ['a handler', svg(KEPT).replace(' viewBox', '\tonload\n=\n"x()" viewBox'), svg(KEPT)],
  [
    'a function in disguise',
    svg(
      '<path d="M0 0h9v9z" style="fill:u\\72l(//a.example);stroke:image-set(\'//a.example\' 1x);stroke:src(x);opacity:/**/1"/>',
    ),
    svg('<path d="M0 0h9v9z" opacity="1"/>'),
  ],
  [
    'markup in values',
    svg('<path d="M0 0h9v9z" id="&quot;/>&lt;script>"/>'),
    svg('<path d="M0 0h9v9z" id="&quot;/>&lt;script>"/>'),
  ],
  [
    'parts of HTML',
    svg(`${KEPT}<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script><handler/>`),
    svg(KEPT),
  ],
  ['an instruction', `<?xml-stylesheet href='data:text/css,*{}'?>${svg(KEPT)}`, svg(KEPT)],
];

for (const [name, sent, served] of TAKEN)
  test(`of a logo with ${name} all that is drawn is served, and nothing else (catches: refused, or served as sent)`, async (t) => {
    const folder = folderOf(t);
    const logo = ownerFile(folder, 'svg', sent);
    const { dark } = (await readLogo({ dark: logo, light: logo }, folder, once)) ?? assert.fail();
    const text = dark.content.toString();
    if (served instanceof RegExp) assert.match(text, served);
    else assert.equal(text.replace(' width="288" height="96"', ''), served);
  });

const bomb = Array.from(
  { length: 20 },
  (_, n) => `<g id="b${n + 1}">${`<use href="#b${n}"/>`.repeat(9)}</g>`,
);

const REFUSED: [name: string, extension: 'svg' | 'png', content: string | Buffer, fault: object][] = [
  [
    'a script',
    'svg',
    svg('<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>'),
    { code: 'logo-unsafe' },
  ],
  [
    'pixels',
    'svg',
    svg('<image href="data:image/png;base64,iVBO"/>'),
    { code: 'logo-pixels', limit: '<image>' },
  ],
  ['text', 'svg', svg('<text y="2">Fio</text>'), { code: 'logo-text' }],
  ['animation', 'svg', svg(`<g><animate/>${KEPT}</g>`), { code: 'logo-moves' }],
  ['animated styles', 'svg', svg(`<style>path{animation:x 1s}</style>${KEPT}`), { code: 'logo-moves' }],
  [
    'a paint elsewhere',
    'svg',
    svg('<path style="fill:&#117;rl(//a.example#a)"/>'),
    { code: 'logo-elsewhere' },
  ],
  ['a shape elsewhere', 'svg', svg(`<use ${XLINK} xlink:href="a.svg#a"/>`), { code: 'logo-elsewhere' }],
  ['more than is drawn', 'svg', svg(`<g id="b0">${KEPT}</g>${bomb.join('')}`), { code: 'logo-complex' }],
  ['a part in itself', 'svg', svg('<g id="a"><use href="#a"/></g>'), { code: 'logo-complex' }],
  ['too many bytes', 'svg', svg(`<path d="M0${' 0'.repeat(10_240)}"/>`), { code: 'logo-large', limit: '20' }],
  ['no size', 'svg', svg(KEPT, ''), { code: 'logo-no-size' }],
  ['no height', 'svg', svg(KEPT, '0 0 9 0'), { code: 'logo-no-size' }],
  ['half of the file', 'svg', svg(KEPT).slice(0, -6), { code: 'logo-broken' }],
  ['another root', 'svg', `<!-- x --><html>${svg(KEPT)}</html>`, { code: 'logo-broken' }],
  ['no shapes', 'svg', svg('<g/>'), { code: 'logo-empty' }],
  ['shapes beside its frame', 'svg', svg(KEPT, '100 0 9 3'), { code: 'logo-empty' }],
  [
    'transparent shapes',
    'svg',
    svg(`<style>.a{opacity:0}</style><g class="a">${KEPT}</g>`),
    { code: 'logo-empty' },
  ],
  ['a line', 'svg', svg(KEPT, '0 0 101 10'), { code: 'logo-wide', limit: '10' }],
  ['few pixels', 'png', png(300, 95), { code: 'logo-small', limit: '96', found: '95' }],
  ['a line of pixels', 'png', png(1000, 99), { code: 'logo-wide' }],
  ['clear pixels', 'png', createCanvas(300, 100).toBuffer('image/png'), { code: 'logo-empty' }],
  ['an SVG in it', 'png', SHAPES, { code: 'picture' }],
  ['half of it', 'png', png(300, 100).subarray(0, 60), { code: 'picture' }],
];

for (const [name, extension, content, fault] of REFUSED)
  test(`a logo as ${extension} with ${name} is refused by name (catches: shown)`, async (t) => {
    const folder = folderOf(t);
    const good = ownerFile(folder, 'svg', SHAPES);
    const given = { dark: good, light: ownerFile(folder, extension, content) };
    await assert.rejects(readLogo(given, folder, once), ({ problem }: { problem: object }) => {
      assert.deepEqual({ ...problem, ...fault, field: 'brand.logo', at: '.light' }, problem);
      return true;
    });
  });
