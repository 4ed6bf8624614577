import type { ComponentType } from 'react';
import type { AnnouncementNow, Purpose } from '#contract/owner/launch.ts';
import { Missing } from '../frame/Missing.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { Loaded } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { railNameOf, useAnnouncement } from './announcement.ts';
import { LaunchStage } from './LaunchStage.tsx';
import { RehearsalPage } from './RehearsalPage.tsx';
import { WhenPage } from './WhenPage.tsx';
import { WordsPage } from './WordsPage.tsx';

const STEPS = { words: WordsPage, rehearsal: RehearsalPage, when: WhenPage };

type Shown = { now: AnnouncementNow };

type Props = {
  purpose: Purpose;
  /** The path below its own page: `['when']`. */
  rest: readonly string[];
  /** At the right of its heading. */
  Acts?: ComponentType<Shown>;
  Below?: ComponentType<Shown>;
};

/** The pages of an announcement: its state, and those of three of its steps. */
export function AnnouncementPages({ purpose, rest, ...more }: Props) {
  const [step, another] = rest;
  if (step === undefined) return <Home key={purpose} purpose={purpose} {...more} />;
  const Page = STEPS[step as keyof typeof STEPS] as (typeof STEPS)[keyof typeof STEPS] | undefined;
  if (Page === undefined || another !== undefined) return <Missing />;
  return <Page key={purpose} purpose={purpose} />;
}

function Home({ purpose, Acts, Below }: Omit<Props, 'rest'>) {
  const { t } = useWords();
  const read = useAnnouncement(purpose);
  if (read.data === undefined) {
    return (
      <>
        <PageHead title={t(railNameOf(purpose))} waits />
        <Loaded read={read} />
      </>
    );
  }
  const now = read.data;
  return <LaunchStage now={now} acts={Acts && <Acts now={now} />} below={Below && <Below now={now} />} />;
}
