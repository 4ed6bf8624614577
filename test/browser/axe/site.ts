import { createCanvas } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';
import type { Content } from '#contract/content/content.ts';
import type { Publishing, Published, Saved, SiteDraft } from '#contract/owner/site.ts';
import { readDraft, replaceDraft } from '#server/content/draft.ts';
import { addEdition, editionNumber } from '#server/content/editions.ts';
import type { OwnerSite } from '../support/owner-site.ts';
import { statesOf } from './states.ts';
import { answers, API, FAILED, settled, type View } from './view.ts';

const TITLE = 'text.home.title.en';
/** What visitors see. */
const SHOWN: Content = { [TITLE]: 'Good brands need time.', 'text.about.lead.en': 'We are few.' };
/** Words that people agree to, one language of a title, a list, a fact, a colour. */
const WRITTEN: Content = {
  ...SHOWN,
  [TITLE]: 'Good brands take their time, and so do we who make them for you.',
  'text.page.soon.subscribeMessage.en': 'Leave your email for early news.',
  'text.services.items.0.includes.en': ['Channel plan', 'Positioning'],
  'brand.name': 'Amora',
  'brand.accent': { dark: '#1d6b45', light: '#1d6b45' },
};

/** Pressing buttons changes the draft: each view begins with the same. */
async function written(site: OwnerSite): Promise<void> {
  const now = Date.now();
  await site.within(async ({ write }) => {
    if ((await editionNumber(write)) === 0)
      for (const [after, content] of [{}, SHOWN].entries())
        await addEdition(write, { after, content, owner: null, draftSeen: 0 }, now - 3_600_000);
    await replaceDraft(write, SHOWN, SHOWN, null, now);
    await replaceDraft(write, WRITTEN, SHOWN, null, now);
    if ((await readDraft(write)).length === 0) throw new Error('nothing is written');
  });
}

const PAGES = [
  ['overview', '/site'],
  ['editor', '/site/pages/home'],
  ['points', '/site/pages/services'],
  ['email', '/site/emails/confirm'],
  ['picture', '/site/pages/home/pictures/band'],
  ['brand', '/site/brand'],
  ['facts', '/site/facts'],
  ['books', '/site/books'],
  ['search', '/site/search'],
  ['changes', '/site/changes'],
  ['history', '/site/history'],
  ['version', '/site/history/1'],
  ['step 2', '/welcome/2'],
  ['step 3', '/welcome/3'],
  ['step 4', '/welcome/4'],
  ['step 5', '/welcome/5'],
] as const;

/** A step of the first start reads nothing again: it hears of the lost line only when it saves. */
const isSeen = ({ name }: View) => !/^site step \d, offline$/.test(name);

/** The pages on which an owner edits and publishes the site, and the steps of the first start. */
export function siteViews(site: OwnerSite): View[] {
  const views = [
    ...PAGES.flatMap(([name, path]) => statesOf(`site ${name}`, path, true)).filter(isSeen),
    ...stepViews(),
    ...editorViews(),
    ...publishViews(),
  ];
  return views.map((view) => ({
    ...view,
    expected: FAILED,
    before: async (page) => {
      await written(site);
      await view.before?.(page);
    },
  }));
}

/** What a step says once what was entered cannot be saved; the fourth saves nothing where the server decides. */
function stepViews(): View[] {
  const acts: Record<number, (page: Page) => Promise<void>> = {
    2: (page) => page.locator('[data-field="brand.name"]').fill('Framboesa'),
    3: (page) => page.locator('main label:has([type=radio]:not(:checked))').first().click(),
    5: (page) => page.locator('input[data-field="brand.accent"]').fill('#1d6b45'),
  };
  return Object.entries(acts).map(([n, act]) => ({
    name: `site step ${n}, offline`,
    path: `/welcome/${n}`,
    who: 'owner',
    arrange: async (page) => {
      await settled(page);
      await page.route(API, (route) => route.abort());
      await act(page);
      await page.locator('main [type=submit]').click();
      await page.locator('main [role=alert]:not(:empty)').waitFor();
    },
  }));
}

function editorViews(): View[] {
  const home = { path: '/site/pages/home', who: 'owner' } as const;
  const save = (answer: Saved) => (page: Page) =>
    page.route('**/api/owner/site/save', (route) => route.fulfill({ json: answer }));
  const type = (words: string) => async (page: Page) => {
    await settled(page);
    await page.locator(`[data-field="${TITLE}"]`).fill(words);
    await page.locator('h1').click();
    await settled(page);
  };
  const current = { field: TITLE, value: 'Theirs', revision: 99, at: Date.now(), by: 'Marta Reis' };
  const others = [{ name: 'Marta Reis', page: '/site/pages/home', field: 'text.home.lead.en' }];
  const picked = (width: number, height: number) => async (page: Page) => {
    await settled(page);
    const buffer = createCanvas(width, height).toBuffer('image/png');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await page.locator(width > 1000 ? '[role=slider]' : 'main [role=alert]:not(:empty)').waitFor();
    await settled(page);
  };
  const picture = { ...home, path: '/site/pages/soon/pictures/soon' };
  return [
    { ...home, name: 'site editor, empty', arrange: type('') },
    { ...home, name: 'site editor, too long', arrange: type('long '.repeat(200)) },
    {
      ...home,
      name: 'site editor, two owners',
      before: save({ is: 'conflict', current }),
      arrange: type('Mine'),
    },
    {
      ...home,
      name: 'site editor, another owner',
      before: (page) => answers<SiteDraft>(page, '/site/draft', () => ({ others })),
    },
    {
      ...home,
      name: 'site editor, not saved',
      arrange: async (page) => {
        await settled(page);
        await page.route('**/api/owner/site/save', (route) => route.abort());
        await page.locator(`[data-field="${TITLE}"]`).fill('Mine');
        await page.locator('main [role=alert]:not(:empty)').waitFor();
      },
    },
    {
      ...home,
      name: 'site editor, taken up',
      path: '/site/pages/services',
      arrange: async (page) => {
        await settled(page);
        await page.locator('[aria-pressed=false]').first().press('Enter');
        await page.locator('[aria-pressed=true]').waitFor();
      },
    },
    {
      ...home,
      name: 'site editor, seen on a phone',
      arrange: async (page) => {
        await page.setViewportSize({ width: 360, height: 740 });
        await settled(page);
        await page.locator('[data-edit-bar] button').click();
        await page.locator('dialog[open]').waitFor();
      },
    },
    { ...picture, name: 'site picture, chosen', arrange: picked(3000, 2000) },
    { ...picture, name: 'site picture, too small', arrange: picked(640, 400) },
  ];
}

function publishViews(): View[] {
  const changes = { path: '/site/changes', who: 'owner' } as const;
  const ask = async (page: Page) => {
    await settled(page);
    await page.locator('main header button').last().click();
    await page.locator('dialog[open]').waitFor();
  };
  const publish = async (page: Page) => {
    await ask(page);
    await page.locator('dialog[open] label').click();
    await page.locator('dialog[open] button').first().click();
    await page.locator('dialog[open] [type=checkbox]').waitFor({ state: 'detached' });
  };
  const says = (answer: Published) => (page: Page) =>
    page.route('**/api/owner/site/publish', (route) => route.fulfill({ json: answer }));
  return [
    { ...changes, name: 'site publish, asked', arrange: ask },
    {
      ...changes,
      name: 'site publish, without the tick',
      arrange: async (page) => {
        await ask(page);
        await page.locator('dialog[open] button').first().click();
        await page.locator('dialog[open] [role=alert]:not(:empty)').waitFor();
      },
    },
    {
      ...changes,
      name: 'site publish, under way',
      before: async (page) => {
        await page.route('**/api/owner/site/publish', () => undefined);
        await page.route('**/api/owner/site/publishing', (route) =>
          route.fulfill({ json: { step: 'drawing' } satisfies Publishing }),
        );
      },
      arrange: publish,
    },
    {
      ...changes,
      name: 'site publish, failed',
      before: says({ is: 'failed', why: 'full' }),
      arrange: publish,
    },
    {
      ...changes,
      name: 'site publish, late',
      before: says({ is: 'taken' }),
      arrange: async (page) => {
        await settled(page);
        await answers<SiteDraft>(page, '/site/draft', ({ live, shown }) => ({
          live: { ...live, number: live.number + 1, by: 'Marta Reis' },
          shown: { ...shown, [TITLE]: 'Good brands never hurry.' },
        }));
        await publish(page);
        await page.locator('dialog[open] [type=radio]').first().waitFor();
      },
    },
    {
      ...changes,
      name: 'site publish, all published',
      before: (page) => answers<SiteDraft>(page, '/site/draft', () => ({ draft: [] })),
    },
    {
      ...changes,
      name: 'site history, restore',
      path: '/site/history/1',
      arrange: async (page) => {
        await settled(page);
        await page.getByRole('button', { name: /^Resto|^Restau/ }).click();
        await page.locator('dialog[open]').waitFor();
      },
    },
  ];
}
