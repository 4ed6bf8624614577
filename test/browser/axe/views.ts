import type { Today } from '#contract/owner/today.ts';
import type { OwnerSite } from '../support/owner-site.ts';
import { frameViews } from './frame.ts';
import { launchViews } from './launch.ts';
import { letterViews } from './letters.ts';
import { signInViews } from './sign-in.ts';
import { siteViews } from './site.ts';
import { statesOf } from './states.ts';
import { answers, FAILED, settled, type View } from './view.ts';

/** `full`: 5,000 invented people; `empty`: nobody yet. */
export type SiteName = 'full' | 'empty';

function todayViews(): View[] {
  const states = ['undo', 'sending', 'paused', 'done'] as const;
  const now = Date.now();
  const launch = {
    openedAt: now - 3_600_000,
    undoUntil: now + 300_000,
    told: 3_000,
    ended: 3_060,
    total: 4_300,
  };
  return states.map((state): View => ({
    name: `today, ${state}`,
    path: '/',
    who: 'owner',
    presses: true,
    before: (page) =>
      answers<Today>(page, '/today*', () => ({
        stage: 'live',
        launch: { ...launch, state, visits: 900, signups: 20, messages: 3, left: 2 },
      })),
  }));
}

/** A person in each state, from the full list. */
async function personViews(site: OwnerSite): Promise<View[]> {
  const people = await site.within(({ read }) =>
    read.selectFrom('subscription').select(['id', 'state', 'suspect']).orderBy('id', 'desc').execute(),
  );
  const kinds = new Map(people.map(({ id, state, suspect }) => [suspect === null ? state : 'held', id]));
  const [usual = 0] = kinds.values();
  return [
    ...statesOf('person', `/people/${usual}`, true),
    ...[...kinds].map(([kind, id]): View => ({
      name: `person, ${kind}`,
      path: `/people/${id}`,
      who: 'owner',
      presses: true,
      expected: FAILED,
    })),
  ];
}

const LIST = `Name;Email;Language\r\nA;ana@example.com;pt\r\nB;=rui(at)x;\r\nC;eva@example.com;en`;

const importing: View = {
  name: 'import, preview',
  path: '/people/import',
  who: 'owner',
  presses: true,
  expected: FAILED,
  arrange: async (page) => {
    await settled(page);
    const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator('main dl').waitFor();
    await settled(page);
  },
};

/** The pages by path, and whether they show nothing until their data is loaded. */
const PAGES = [
  ['today', '/', true],
  ['people', '/people', true],
  ['add', '/people/add', false],
  ['import', '/people/import', false],
  ['messages', '/messages', true],
  ['launch', '/launch', true],
  ['launch words', '/launch/words', true],
  ['launch rehearsal', '/launch/rehearsal', true],
  ['launch when', '/launch/when', true],
  ['newsletter', '/newsletter', true],
  ['figures', '/figures', true],
  ['mails', '/mails', true],
  ['settings', '/settings', true],
] as const;

export async function viewsOf(name: SiteName, site: OwnerSite): Promise<View[]> {
  if (name === 'empty')
    return PAGES.map(([page, path]) => ({
      name: `${page}, empty`,
      path,
      who: 'owner',
      presses: true,
      expected: FAILED,
    }));
  return [
    ...PAGES.flatMap(([page, path, reads]) => statesOf(page, path, reads)),
    ...statesOf('message', '/messages/1', true),
    ...statesOf('not found', '/nothing', false),
    ...(await personViews(site)),
    importing,
    ...todayViews(),
    ...launchViews(),
    ...letterViews(),
    ...frameViews(),
    ...signInViews(site),
    ...siteViews(site),
  ];
}
