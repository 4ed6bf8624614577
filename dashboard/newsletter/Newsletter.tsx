import { useLocation } from 'wouter';
import { letterOf } from '#contract/announcement.ts';
import { Missing } from '../frame/Missing.tsx';
import { AnnouncementPages } from '../launch/AnnouncementPages.tsx';
import { LetterPage } from '../launch/LetterPage.tsx';
import { LetterActs } from './LetterActs.tsx';
import { LetterList } from './LetterList.tsx';

/** `/newsletter`, `/newsletter/3`, `/newsletter/3/words` …: all newsletters, and one, which is sent as the launch is. */
export default function Newsletter() {
  const [path] = useLocation();
  const [number = '', ...rest] = path.split('/').slice(2);
  if (number === '') return <LetterList />;
  const letter = letterOf(`letter:${number}`);
  if (letter === null) return <Missing />;
  return <AnnouncementPages purpose={`letter:${letter}`} rest={rest} Acts={LetterActs} Below={LetterPage} />;
}
