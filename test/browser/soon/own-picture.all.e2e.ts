import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { siteSettings, readConfig } from '#server/base/config.ts';
import { renderSite } from '#publisher/render.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { ownerFile } from '#test/fixtures/owner-file.ts';
import { inkOf, worstContrasts } from '../support/contrast.ts';
import { holdStill, openSoon, showPicture, THEMES } from '../support/soon.ts';
import { everyInk, isPoor } from '../support/soon-inks.ts';
import { startServer } from '../support/server.ts';
import { expect, MOVING, test } from '../support/test.ts';

test.use(MOVING);

const [WIDTH, HEIGHT] = [1920, 1920];
const WINDOWS = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  // Beyond those it is measured for: a phone held sideways, and the widest of desks.
  [844, 390],
  [2560, 1080],
] as const;

/** Where a picture that is neither brightest nor busiest is measured. */
const FEW = [WINDOWS[0], WINDOWS[4], WINDOWS[7]];

/** What owners have: `x` and `y` from 0 to 1. */
const PICTURES: Record<string, (context: SKRSContext2D) => void> = {
  bright: sky(['#ffffff', '#cfe4ff', '#ffffff']),
  middling: sky(['#8899aa', '#777777', '#998877']),
  dark: sky(['#000000', '#0a1420', '#000000']),
  // Black, white and the brightest colours side by side.
  busy: (context) => {
    const colours = ['#000', '#fff', '#f00', '#0f0', '#00f', '#ff0', '#0ff', '#f0f'];
    for (let y = 0; y < HEIGHT; y += 12)
      for (let x = 0; x < WIDTH; x += 12) {
        context.fillStyle = colours[(x * 7 + y * 13 + ((x * y) >> 5)) & 7] ?? '';
        context.fillRect(x, y, 12, 12);
      }
  },
};

function sky(colours: string[]) {
  return (context: SKRSContext2D) => {
    const down = context.createLinearGradient(0, 0, 0, HEIGHT);
    colours.forEach((colour, at) => down.addColorStop(at / (colours.length - 1), colour));
    context.fillStyle = down;
    context.fillRect(0, 0, WIDTH, HEIGHT);
  };
}

/** A site with the picture, rendered as publishing does. */
async function renderWith(folder: string, paint: (context: SKRSContext2D) => void): Promise<string> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  paint(canvas.getContext('2d'));
  const files = join(folder, 'files');
  const picture = { ...ownerFile(files, 'png', canvas.toBuffer('image/png')), focus: { x: 0.5, y: 0.5 } };
  const job = { program: PROGRAM, files, drawn: join(folder, 'drawn'), out: join(folder, 'out'), now: 0 };
  const both = { dark: picture, light: null };
  const content = { 'pictures.soon': both, 'pictures.band': both };
  const settings = siteSettings(readConfig({}));
  expect(await renderSite({ ...job, content, settings, letters: [], previous: null })).toEqual([]);
  return job.out;
}

for (const [name, paint] of Object.entries(PICTURES))
  test(`every word is read over a ${name} picture of an owner, in both themes (catches: a veil made for our picture; a switch in one ink)`, async ({
    page,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'embreve-own-picture-'));
    const server = await startServer(await renderWith(folder, paint), 'soon');
    try {
      await openSoon(page, { address: `${server.address}/soon?lang=en` });
      for (const [width, height] of ['bright', 'busy'].includes(name) ? WINDOWS : FEW) {
        await page.setViewportSize({ width, height });
        for (const theme of THEMES) {
          await showPicture(page, theme);
          await holdStill(page, 1);
          const seen = await worstContrasts(page, await everyInk(page, 'en'));
          expect.soft(seen.filter(isPoor), `${width} by ${height}, ${theme}`).toEqual([]);
        }
      }
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });

for (const name of ['bright', 'busy'] as const)
  test(`the title of Home is read over a ${name} picture of an owner (catches: a veil made for our picture)`, async ({
    page,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'embreve-own-picture-'));
    const server = await startServer(await renderWith(folder, PICTURES[name]!), 'live');
    try {
      const title = page.locator('[data-band] + h2');
      for (const [width, height] of [WINDOWS[0], WINDOWS[2], WINDOWS[4], WINDOWS[5]]) {
        await page.setViewportSize({ width, height });
        await page.goto(`${server.address}/?lang=en`);
        await title.scrollIntoViewIfNeeded();
        for (const theme of THEMES) {
          await showPicture(page, theme, '[data-band]');
          await holdStill(page, 1);
          const seen = await worstContrasts(page, [await inkOf('home title', title)]);
          expect.soft(seen.filter(isPoor), `${width} by ${height}, ${theme}`).toEqual([]);
        }
      }
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });
