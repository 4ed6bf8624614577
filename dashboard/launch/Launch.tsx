import { useLocation } from 'wouter';
import type { Purpose } from '#contract/owner/launch.ts';
import { bookOf, isBookLink } from '#contract/books.ts';
import { Missing } from '../frame/Missing.tsx';
import { PageHead } from '../frame/PageHead.tsx';
import { Loaded } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { useAnnouncement } from './announcement.ts';
import { RehearsalPage } from './RehearsalPage.tsx';
import { LaunchStage } from './LaunchStage.tsx';
import { WhenPage } from './WhenPage.tsx';
import { WordsPage } from './WordsPage.tsx';

const STEPS = { words: WordsPage, rehearsal: RehearsalPage, when: WhenPage };

/** `/launch`, `/launch/words`, `/launch/book-seo/when` …: the launch, or a book that is announced the same way. */
export default function Launch() {
  const [path] = useLocation();
  const parts = path.split('/').slice(2);
  const book = isBookLink(parts[0] ?? '') ? bookOf(parts[0] ?? '') : null;
  const purpose: Purpose = book === null ? 'launch' : `book:${book}`;
  const [step, more] = book === null ? parts : parts.slice(1);
  if (step === undefined) return <Home key={purpose} purpose={purpose} />;
  const Page = STEPS[step as keyof typeof STEPS] as (typeof STEPS)[keyof typeof STEPS] | undefined;
  if (Page === undefined || more !== undefined) return <Missing />;
  return <Page key={purpose} purpose={purpose} />;
}

function Home({ purpose }: { purpose: Purpose }) {
  const { t } = useWords();
  const read = useAnnouncement(purpose);
  if (read.data === undefined) {
    return (
      <>
        <PageHead title={t('nav.launch')} waits />
        <Loaded read={read} />
      </>
    );
  }
  return <LaunchStage now={read.data} />;
}
