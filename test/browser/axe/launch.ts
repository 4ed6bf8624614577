import type { AnnouncementNow, TimeAnswer, UntoldPage } from '#contract/owner/launch.ts';
import { LAGGING, REHEARSALS, type Stage, STAGES } from './stages.ts';
import { statesOf } from './states.ts';
import { answers, FAILED, settled, type View } from './view.ts';

const UNTOLD: UntoldPage = {
  people: [
    {
      id: 1,
      address: 'a-long-address.of-somebody@example.com',
      why: 'noMailbox',
      reply: '554 Refused',
      canBeTold: true,
    },
    { id: 2, address: null, why: 'other', reply: null, canBeTold: false },
  ],
  next: 2,
  tellable: 1,
};

function staged(name: string, path: string, stage: Stage): View {
  return {
    name,
    path,
    who: 'owner',
    presses: true,
    expected: FAILED,
    before: async (page) => {
      await answers<AnnouncementNow>(page, '/announcements/launch', stage);
      await page.route('**/announcements/launch/untold?*', (route) => route.fulfill({ json: UNTOLD }));
    },
  };
}

const TIMES: Record<string, TimeAnswer> = {
  past: { is: 'past' },
  far: { is: 'far' },
  skipped: { is: 'skipped', from: '2030-03-31 01:30', to: '2030-03-31 02:30' },
  doubled: { is: 'doubled', choices: [1_919_205_000_000, 1_919_208_600_000] },
};

/** The launch from preparation to end, and a book announcement. */
export function launchViews(): View[] {
  const times = Object.entries(TIMES).map(([name, json]): View => ({
    name: `launch when, ${name}`,
    path: '/launch/when',
    who: 'owner',
    before: (page) => page.route('**/announcements/launch/time', (route) => route.fulfill({ json })),
    arrange: async (page) => {
      await settled(page);
      await page.locator('label:has([type=radio])').nth(1).click();
      await settled(page);
    },
  }));
  return [
    ...Object.entries(STAGES).map(([name, stage]) => staged(`launch, ${name}`, '/launch', stage)),
    ...Object.entries(REHEARSALS).map(([name, stage]) =>
      staged(`launch rehearsal, ${name}`, '/launch/rehearsal', stage),
    ),
    ...Object.entries(LAGGING).map(([name, stage]) =>
      staged(`launch words, ${name}`, '/launch/words', stage),
    ),
    ...times,
    ...statesOf('a book', '/launch/book-seo', true),
  ];
}
