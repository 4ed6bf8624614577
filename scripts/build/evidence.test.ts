import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Evidence } from '#contract/site.ts';
import { caseStudy, contact, people, site } from '#site.config';
import { evidenceProblems, NO_EVIDENCE } from './evidence.ts';
import { drawEvidence, photoSources } from './photos.ts';
import { drawPhoto, SHAPES } from './pictures/photo.ts';
import { checkSiteConfig } from './site-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'embreve-evidence-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content, 'latin1');
  return join(folder, name);
}

const JPEG_HEAD = '\xff\xd8\xff';
const PICTURE = file('right.jpg', JPEG_HEAD);
const LARGE = file('large.jpg', JPEG_HEAD);
truncateSync(LARGE, 20 * 1024 * 1024 + 1);

const ROLE = { en: 'Strategy', pt: 'Estratégia' };
const ANA = { name: 'Ana Prado', role: ROLE };
const CASE = { client: ROLE, before: ROLE, decision: ROLE, after: ROLE };
const RIGHT: Evidence = {
  people: [ANA, { ...ANA, portrait: PICTURE }],
  caseStudy: { ...CASE, picture: { file: PICTURE, alt: ROLE } },
  contact: {
    email: 'ola@casa.example',
    phone: '+351 210 000 000',
    address: ['Rua do Sol 1', '1000-001 Lisboa'],
    reply: ROLE,
    booking: 'https://booking.example/casa',
    whatsapp: '+351910000000',
  },
};

const NUMBER = 'a number with the code of its country, like +351 210 000 000, or null';
const WRONG: [part: object, problem: string][] = [
  [{ people: null }, 'people must be a list between [ and ], not null'],
  [{ people: ['Ana'] }, 'people[0] must be name, role, portrait between { and }, not "Ana"'],
  [
    { people: [ANA, { ...ANA, name: ' Ana' }] },
    'people[1].name must be one line of 1 to 60 characters, not " Ana"',
  ],
  [
    { people: [{ ...ANA, role: { en: 'Strategy' } }] },
    'people[0].role.pt is missing: it must be one line of 1 to 80 characters',
  ],
  [
    { people: [{ ...ANA, portait: PICTURE }] },
    'people[0].portait must be left out: there are name, role, portrait',
  ],
  [
    { people: [{ ...ANA, portrait: 'gone.jpg' }] },
    'people[0].portrait must be a file that is there, not "gone.jpg"',
  ],
  [
    { people: [{ ...ANA, portrait: LARGE }] },
    `people[0].portrait must be a file of at most 20 MB, not "${LARGE}"`,
  ],
  [
    { people: [{ ...ANA, portrait: file('a.jpg', '....ftypheic') }] },
    `people[0].portrait must be a picture as JPEG, PNG, WebP or AVIF, not "${join(folder, 'a.jpg')}"`,
  ],
  [
    { caseStudy: { ...CASE, after: { ...ROLE, en: '' } } },
    'caseStudy.after.en must be one line of 1 to 300 characters, not ""',
  ],
  [
    { caseStudy: { ...CASE, picture: { file: PICTURE } } },
    'caseStudy.picture.alt is missing: it must be en, pt between { and }',
  ],
  ...['ola', 7].map((email): [object, string] => [
    { contact: { ...RIGHT.contact, email } },
    `contact.email must be an email address that somebody reads, or null, not ${JSON.stringify(email)}`,
  ]),
  ...['210 000 000', '+0 210 000 000', '+351-210', '+1234567', `+${'1'.repeat(16)}`].map(
    (phone): [object, string] => [
      { contact: { ...RIGHT.contact, phone } },
      `contact.phone must be ${NUMBER}, not "${phone}"`,
    ],
  ),
  [
    { contact: { ...RIGHT.contact, whatsapp: 'https://wa.me/1' } },
    `contact.whatsapp must be ${NUMBER}, not "https://wa.me/1"`,
  ],
  [
    { contact: { ...RIGHT.contact, address: 'Rua do Sol 1' } },
    `contact.address must be one to five lines like ['Rua do Sol 1', '1000-001 Lisboa'], or null, not "Rua do Sol 1"`,
  ],
  [
    { contact: { ...RIGHT.contact, booking: 'javascript:alert(1)' } },
    'contact.booking must be the https address of the page where a talk is booked, or null, not "javascript:alert(1)"',
  ],
];

test('what cannot be right of people, case and contact is told in one sentence that names the place', () => {
  for (const [part, problem] of WRONG) {
    const evidence = { ...RIGHT, ...part } as Evidence;
    assert.deepEqual(evidenceProblems(evidence), [problem]);
    assert.throws(() => checkSiteConfig(site, undefined, undefined, (place) => `<${place}> `, evidence), {
      name: 'SiteConfigError',
      message: `Please mend site.config.ts:\n<${problem.split(' ')[0]}> ${problem}`,
    });
  }
});

test('what can be right is left alone, and as it comes nothing is given', async () => {
  assert.deepEqual(evidenceProblems(RIGHT), []);
  assert.deepEqual(photoSources(RIGHT), [PICTURE, PICTURE]);
  const ours = { people, caseStudy, contact };
  assert.deepEqual(ours, NO_EVIDENCE);
  assert.deepEqual(evidenceProblems(ours), []);
  const nothing = { people: null, caseStudy: null, contact: null, files: new Map() };
  assert.deepEqual(await drawEvidence(ours, Date.now()), nothing);
});

test('a picture that is too small or broken stops the build, in words that name the place', async () => {
  const small = file('small.png', await createCanvas(639, 900).encode('png'));
  const sayings: [Partial<Evidence>, string][] = [
    [
      { people: [{ ...ANA, portrait: small }] },
      'people[0].portrait must be a picture of at least 640 × 800 pixels; this one has 639 × 900',
    ],
    [{ people: [{ ...ANA, portrait: PICTURE }] }, 'people[0].portrait must be a picture that can be opened'],
    [
      { caseStudy: { ...CASE, picture: { file: small, alt: ROLE } } },
      'caseStudy.picture.file must be a picture of at least 1200 × 800 pixels; this one has 639 × 900',
    ],
  ];
  for (const [part, problem] of sayings)
    await assert.rejects(
      drawEvidence({ ...NO_EVIDENCE, ...part }, Date.now(), () => 'brand/site.config.ts, line 4: '),
      {
        name: 'SiteConfigError',
        message: `Please mend site.config.ts:\nbrand/site.config.ts, line 4: ${problem}`,
      },
    );
});

/** The colour at a point, 0 to 1, of a picture that is red at the top, blue at the left and else green. */
async function colourOf(drawn: Buffer, x: number, y: number): Promise<string> {
  const image = await loadImage(drawn);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(x * image.width, y * image.height, 1, 1);
  return ['red', 'green', 'blue'][data.indexOf(Math.max(...data.slice(0, 3)))] ?? '';
}

test('a portrait keeps its upright shape, its colours and more of what is above (faults: squeezed, grey, a cut head)', async () => {
  const canvas = createCanvas(1600, 1600);
  const context = canvas.getContext('2d');
  for (const [colour, ...box] of [
    ['#0f0', 0, 0, 1600, 1600],
    ['#00f', 0, 0, 300, 1600],
    ['#f00', 0, 0, 1600, 300],
  ] as [string, number, number, number, number][]) {
    context.fillStyle = colour;
    context.fillRect(...box);
  }
  const square = await drawPhoto(await canvas.encode('png'), SHAPES.portrait, 320, 'webp');
  const { width, height } = await loadImage(square);
  assert.deepEqual([width, height], [320, 400]);
  // A sixteenth of the picture is cropped at each side, nothing at the top.
  assert.deepEqual(
    await Promise.all([colourOf(square, 0.5, 0.06), colourOf(square, 0.06, 0.5), colourOf(square, 0.5, 0.5)]),
    ['red', 'blue', 'green'],
  );
  const tall = createCanvas(640, 1600);
  tall.getContext('2d').drawImage(canvas, 0, 0, 640, 1600);
  const cut = await drawPhoto(await tall.encode('png'), SHAPES.portrait, 640, 'avif');
  // Of 800 excess rows 240 are cropped at the top; the red part has 300.
  assert.deepEqual([await colourOf(cut, 0.5, 0.01), await colourOf(cut, 0.5, 0.2)], ['red', 'green']);
  assert.deepEqual([(await loadImage(cut)).width, (await loadImage(cut)).height], [640, 800]);
});

test('a photograph that a telephone has turned stands upright (fault: a face that lies)', async () => {
  const canvas = createCanvas(1000, 800);
  const context = canvas.getContext('2d');
  context.fillStyle = '#00f';
  context.fillRect(0, 0, 1000, 800);
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 500, 800);
  const jpeg = await canvas.encode('jpeg', 90);
  // Exif orientation 6: rotate 90° clockwise.
  const exif = Buffer.from(
    'ffe100224578696600004d4d002a000000080001011200030000000100060000000000000000',
    'hex',
  );
  const turned = Buffer.concat([jpeg.subarray(0, 2), exif.subarray(0, 36), jpeg.subarray(2)]);
  const drawn = await drawPhoto(turned, SHAPES.portrait, 320, 'webp');
  assert.deepEqual([await colourOf(drawn, 0.5, 0.1), await colourOf(drawn, 0.5, 0.9)], ['red', 'blue']);
});

test('pages get each picture in two widths and two formats, under names that change with it', async () => {
  const portrait = file('ana.jpg', await createCanvas(640, 800).encode('jpeg', 90));
  const { people: shown, files } = await drawEvidence(
    { ...NO_EVIDENCE, people: [{ ...ANA, portrait }, ANA] },
    Date.now(),
  );
  assert.equal(shown?.[1]?.portrait, null);
  const { avif, webp, src, width, height } = shown?.[0]?.portrait ?? {};
  assert.match(avif ?? '', /^\/static\/media\/portrait-320\.\w{8}\.avif 320w, \S+-640\.\w{8}\.avif 640w$/);
  assert.equal(webp?.split(' ').at(-2), src);
  assert.deepEqual([width, height], [640, 800]);
  assert.deepEqual(
    [...files.keys()].map((path) => `/${path}`).sort(),
    [...new Set([avif, webp].flatMap((set) => set?.match(/\/\S+/g) ?? []))].sort(),
  );
  for (const [path, bytes] of files)
    assert.equal((await loadImage(bytes)).width, Number(/-(\d+)\./.exec(path)?.[1]));
});
