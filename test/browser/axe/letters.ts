import { inEach } from '#contract/language.ts';
import type { AnnouncementNow, LetterRow, LettersNow } from '#contract/owner/launch.ts';
import { type Stage, STAGES } from './stages.ts';
import { answers, FAILED, settled, type View } from './view.ts';

const now = Date.now();
const ROW: LetterRow = {
  purpose: 'letter:1',
  state: 'draft',
  title: 'The colour that sold bread, and why it was never about the colour of it',
  written: ['en'],
  lacking: [],
  behind: [],
  at: now,
  sent: 0,
  loads: 0,
  book: null,
};
const STATES = ['scheduled', 'undo', 'sending', 'paused', 'done', 'stopped'] as const;
const LETTERS: LetterRow[] = [
  ROW,
  { ...ROW, purpose: 'letter:2', title: '', written: [] },
  { ...ROW, purpose: 'letter:3', written: ['en', 'pt'], lacking: ['en'], behind: ['pt'] },
  ...STATES.map((state, n): LetterRow => ({ ...ROW, purpose: `letter:${n + 4}`, state, sent: 1_180 })),
  { ...ROW, purpose: 'book:ads', title: 'Ads: Be seen', written: [], book: { asked: 12, isOut: false } },
  {
    ...ROW,
    purpose: 'book:seo',
    state: 'done',
    title: '“SEO” is out',
    sent: 702,
    loads: 0,
    book: { asked: 702, isOut: true },
  },
  { ...ROW, purpose: 'launch', state: 'done', title: 'We’re open', sent: 4_544 },
];

const LIVE: LettersNow = {
  isOpen: true,
  aMonth: 1,
  people: inEach((language) => (language === 'en' ? 892 : 312)),
  letters: LETTERS,
};
const LISTS: Record<string, LettersNow> = {
  full: LIVE,
  off: { ...LIVE, aMonth: null, people: inEach(() => 0), letters: LETTERS.slice(-2) },
  'nobody yet': { ...LIVE, people: inEach(() => 0), letters: [] },
  'before the launch': { ...LIVE, isOpen: false, letters: [] },
};

/** The first, as the server would answer if it were there. */
const letter =
  (stage: Stage): Stage =>
  (said) => ({ purpose: 'letter:1', title: ROW.title, waitsFor: null, ...stage(said) });

const ONE: Record<string, Stage> = {
  ready: STAGES['ready'] ?? (() => ({})),
  'one language': ({ now: at, readers }) => ({
    words: { at, behind: [], lacking: [], written: ['en'] },
    readers: { ...readers, pt: 312 },
  }),
  'waits for another one': () => ({ waitsFor: { is: 'letter', title: 'Winter hours' } }),
  'waits for the launch': () => ({ waitsFor: { is: 'site' } }),
  undo: STAGES['undo'] ?? (() => ({})),
  done: STAGES['done'] ?? (() => ({})),
};

/** The newsletter: its list, the words of one, and its stages. */
export function letterViews(): View[] {
  const owner = { who: 'owner', expected: FAILED } as const;
  const lists = Object.entries(LISTS).map(([name, said]): View => ({
    ...owner,
    name: `newsletter, ${name}`,
    path: '/newsletter',
    before: (page) => answers<LettersNow>(page, '/letters', () => said),
  }));
  const stages = Object.entries(ONE).map(([name, stage]): View => ({
    ...owner,
    name: `a newsletter, ${name}`,
    path: '/newsletter/1',
    before: (page) =>
      page.route('**/announcements/letter:1', async (route) => {
        const { href } = new URL(route.request().url().replace('letter:1', 'launch'));
        const response = await route.fetch({ url: href });
        const said = (await response.json()) as AnnouncementNow;
        await route.fulfill({ response, json: { ...said, ...letter(stage)(said) } });
      }),
  }));
  const writing: View = {
    ...owner,
    name: 'newsletter words, one language',
    path: '/newsletter',
    before: (page) => answers<LettersNow>(page, '/letters', ({ letters }) => ({ ...LIVE, letters })),
    arrange: async (page) => {
      await settled(page);
      await page.locator('main header button').click();
      await page.locator('fieldset').waitFor();
      await settled(page);
    },
  };
  return [...lists, ...stages, writing];
}
