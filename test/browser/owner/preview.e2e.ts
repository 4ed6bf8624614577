import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import type { PreviewMade } from '#contract/owner/preview.ts';
import { OWNER_FILES, PREVIEW_FRAME } from '#contract/owner/preview.ts';
import { buildInline } from '../../../scripts/build/vite.ts';
import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// The frame of the editor, filled by the dashboard's own module.
test.use({ expected: /\b(?:401|503)\b|Content Security Policy/ });

type Place = { field: string; at: string; element: Element; attribute: string | null; nodes: Text[] };
type Marks = {
  place(doc: Document, html: string): void;
  readMarks(doc: Document, marks: PreviewMade['marks']): Place[];
  setText(place: Place, words: string): boolean;
};
type Bench = Window & { marks: Marks; frame: HTMLIFrameElement; places: Place[] };

async function openFrame(page: Page): Promise<void> {
  const code = await buildInline('dashboard/site/preview/marks.ts');
  await page.addInitScript({ content: `${code};globalThis.marks = begun;` });
  await page.goto('/dashboard/settings');
  await page.evaluate(async (src) => {
    const frame = document.createElement('iframe');
    (globalThis as unknown as Bench).frame = frame;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    Object.assign(frame, { src, width: '1280', height: '700' });
    document.body.prepend(frame);
    await loaded;
  }, PREVIEW_FRAME);
}

/** What the server draws; asked again while a busy machine refuses. */
async function made(page: Page, body: object): Promise<PreviewMade> {
  let found: PreviewMade | null = null;
  await expect(async () => {
    found = await page.evaluate(async (sent) => {
      const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent };
      const answer = await fetch('/api/owner/site/preview', asked);
      return answer.ok ? ((await answer.json()) as PreviewMade) : null;
    }, JSON.stringify(body));
    expect(found).not.toBeNull();
  }).toPass();
  return found as unknown as PreviewMade;
}

/** Shows it, and returns each field with its words. */
function show(page: Page, { html, marks }: PreviewMade): Promise<Record<string, string>> {
  return page.evaluate(
    ([text, all]) => {
      const bench = globalThis as unknown as Bench;
      const doc = bench.frame.contentDocument as Document;
      bench.marks.place(doc, text);
      bench.places = bench.marks.readMarks(doc, all);
      const words = ({ element, attribute, nodes }: Place) =>
        attribute === null ? nodes.map(({ data }) => data).join('') : (element.getAttribute(attribute) ?? '');
      return Object.fromEntries(bench.places.map((one) => [one.field + one.at, words(one)]));
    },
    [html, marks] as const,
  );
}

function type(page: Page, field: string, words: string): Promise<boolean> {
  return page.evaluate(
    ([wanted, text]) => {
      const { places, marks } = globalThis as unknown as Bench;
      const place = places.find((one) => one.field === wanted && one.attribute === null);
      return place !== undefined && marks.setText(place, text);
    },
    [field, words] as const,
  );
}

const HOME = { page: 'home', state: 'idle', language: 'en', over: {} };

test('each word and picture of a page names its field, and typed words appear there at once (catches: a mark is seen; what is filled in is lost; the page jumps)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Marta' });
  await openFrame(page);
  const over = { 'text.footer.rights.en': '© {entity} since 2020', 'text.home.lead.en': '' };
  const home = await made(page, { ...HOME, over });
  const fields = await show(page, home);
  expect(fields['text.home.title.en']).toBe('Good brands are a matter of\u00a0time.');
  expect(fields['text.navbar.label.en']).toBe('Main');
  expect(fields['text.home.lead.en']).toBe('');
  for (const one of ['pictures.band', 'pictures.cover.0', 'brand.name', 'legal.entity'])
    expect(Object.keys(fields)).toContain(one);
  const frame = page.frameLocator('iframe');
  expect(await frame.locator('html').evaluate((html) => /[\ue000-\uf8ff]/.test(html.outerHTML))).toBe(false);
  await frame.locator('body').evaluate(() => scrollTo(0, 400));
  expect(await type(page, 'text.home.title.en', '<b>Typed</b>')).toBe(true);
  await expect(frame.locator('h1')).toHaveText('<b>Typed</b>');
  expect(await type(page, 'text.home.lead.en', 'Began empty')).toBe(true);
  await expect(frame.getByText('Began empty')).toBeAttached();
  expect(await type(page, 'text.footer.rights.en', '{entity}, ever since')).toBe(true);
  await expect(frame.getByText(', ever since')).toHaveText(`${fields['legal.entity']}, ever since`);
  expect(await type(page, 'text.footer.rights.en', 'without it')).toBe(false);
  const scrolled = await frame.locator('body').evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await show(page, home);
  expect(await frame.locator('body').evaluate(() => scrollY)).toBe(scrolled);
  await expect(frame.locator('h1')).toHaveText(/Good brands/);
  const mail = await show(page, await made(page, { mail: 'confirm', language: 'pt' }));
  expect(mail['mails.confirm.title.pt']).toBeTruthy();
  await expect(frame.getByText('ines@example.com').first()).toBeAttached();
});

const WORST = `</script><script>parent.ran=1</script><img src=x onerror="parent.ran=1"><form action=/soon>{name}\u202e`;

test('hostile words run nothing, and nothing in the frame leads away (catches: words as HTML; a link that is followed; a policy that lets scripts run)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Marta' });
  await openFrame(page);
  let came = 0;
  const other = createServer((socket) => {
    came += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const evil = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const over = {
    'text.home.title.en': WORST,
    'text.meta.home.title.en': WORST,
    'text.home.cover.en': WORST,
  };
  const fields = await show(page, await made(page, { ...HOME, over }));
  expect(fields['text.home.title.en']).toContain('<img src=x onerror="parent.ran=1">');
  const frame = page.frameLocator('iframe');
  const link = frame.getByText('Send us two lines');
  await link.click();
  await link.click({ modifiers: ['ControlOrMeta'] });
  // Even if the server were to send it.
  await show(page, {
    html: `<meta http-equiv=refresh content="0;url=${evil}"><base href="${evil}">
      <link rel=stylesheet href="${evil}x.css"><style>@import "${evil}y.css";</style>
      <body onload="parent.ran=1"><script>parent.ran=1</script><script src="${evil}x.js"></script>
      <iframe src="${evil}"></iframe><img src="${evil}x.png" onerror="parent.ran=1">
      <a href="javascript:parent.ran=1" target=_top>away</a>
      <form action="${evil}" target=_top><button>send</button></form>`,
    marks: [],
  });
  await frame.getByText('away').click();
  await frame.getByText('send').click();
  const state = await page.evaluate(() => [
    (globalThis as unknown as { ran?: number }).ran,
    (globalThis as unknown as Bench).frame.contentWindow?.location.pathname,
    location.pathname,
  ]);
  expect(state).toEqual([undefined, PREVIEW_FRAME, '/dashboard/settings']);
  expect(context.pages()).toHaveLength(1);
  expect(came).toBe(0);
  other.close();
});

test('the frame and the files are shown to a signed-in owner alone, each with its policy (catches: open to all; a script in an SVG)', async ({
  page,
  context,
  ownerSite,
}) => {
  await ownerSite.signIn(context, { name: 'Marta' });
  await page.goto('/dashboard/settings');
  const asked = await page.evaluate(async (path) => {
    const answer = await fetch(path);
    return [
      answer.status,
      answer.headers.get('content-security-policy'),
      answer.headers.get('x-frame-options'),
    ];
  }, PREVIEW_FRAME);
  expect(asked).toEqual([
    200,
    expect.stringMatching(/script-src 'none'.*frame-ancestors 'self'/),
    'SAMEORIGIN',
  ]);
  await context.clearCookies();
  for (const path of [PREVIEW_FRAME, `${OWNER_FILES}${'0'.repeat(64)}.svg`])
    expect(await page.evaluate(async (one) => (await fetch(one)).status, path)).toBe(401);
});
