import { useEffect, useState } from 'react';
import { letterOf } from '#contract/announcement.ts';
import { bookOf } from '#contract/books.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { AnnouncementNow, Purpose, Sums } from '#contract/owner/launch.ts';
import { HURRY_MS, useOwner, type Read } from '../api.ts';
import { useBooks } from '../books.ts';
import { useWords, type UseWords } from '../words.ts';

export function pathOf(purpose: Purpose, rest = ''): string {
  return `/announcements/${purpose}${rest}`;
}

/** The dictionary entries that differ between announcements. */
export function textKeysOf(purpose: Purpose): 'launch.ofLaunch' | 'launch.ofBook' | 'launch.ofLetter' {
  if (letterOf(purpose) !== null) return 'launch.ofLetter';
  return purpose === 'launch' ? 'launch.ofLaunch' : 'launch.ofBook';
}

/** Those about what visitors see of it. */
export function effectKeysOf({ purpose, page }: Pick<AnnouncementNow, 'purpose' | 'page'>) {
  return page?.isShown ? 'letters.page' : textKeysOf(purpose);
}

/** The path of this announcement's pages. */
export function homeOf(purpose: Purpose, step = ''): string {
  const letter = letterOf(purpose);
  if (letter !== null) return `/newsletter/${letter}${step}`;
  const book = purpose === 'launch' ? '' : `/${purpose.replace(':', '-')}`;
  return `/launch${book}${step}`;
}

/** What the rail calls the pages among which it is. */
export function railNameOf(purpose: Purpose): 'nav.launch' | 'nav.newsletter' {
  return letterOf(purpose) === null ? 'nav.launch' : 'nav.newsletter';
}

/** What is announced: the title of the book, or the heading of the newsletter. */
export function useTitle({ purpose, title }: Pick<AnnouncementNow, 'purpose' | 'title'>): string {
  const { t } = useWords();
  const { titleOf } = useBooks();
  const book = bookOf(purpose);
  return book === null ? title || t('letters.untitled') : titleOf(book);
}

type Way = { href: string; page: string };

/** The way back from its steps. */
export function wayFromStep({ t }: UseWords, purpose: Purpose): Way {
  return { href: homeOf(purpose), page: t(railNameOf(purpose)) };
}

/** The way back from its own page, before it is under way. The launch itself has none until the site is live. */
export function wayFromHome({ t }: UseWords, { purpose, isOpen }: AnnouncementNow): Way | null {
  if (isOpen || letterOf(purpose) !== null) return { href: '/newsletter', page: t('nav.newsletter') };
  return purpose === 'launch' ? null : { href: homeOf('launch'), page: t('nav.launch') };
}

/** The outcomes, of those that happened, with which a mail reached nobody for sure. */
export function missedIn(sums: Sums) {
  return (['files', 'failed', 'unknown'] as const).filter((end) => sums[end] > 0);
}

/** `3 in English and 2 in Portuguese`; empty: nobody. */
export function sayLanguages(
  { t, number, list }: UseWords,
  { byLanguage }: Pick<AnnouncementNow, 'byLanguage'>,
): string {
  return list(
    LANGUAGES.filter((one) => byLanguage[one] > 0).map((one) =>
      t('launch.confirm.inLanguage', { n: number(byLanguage[one]), language: t(`spoken.${one}`) }),
    ),
  );
}

/** The state of an announcement, polled every two seconds: another browser may act too. */
export function useAnnouncement(purpose: Purpose): Read<AnnouncementNow> {
  return useOwner<AnnouncementNow>(pathOf(purpose), { every: HURRY_MS });
}

/** The server's time, updated each second. */
export function useServerTime({ now }: Pick<AnnouncementNow, 'now'>): number {
  const [tick, setTick] = useState({ now, time: now });
  useEffect(() => {
    const by = now - Date.now();
    const timer = setInterval(() => setTick({ now, time: Date.now() + by }), 1000);
    return () => clearInterval(timer);
  }, [now]);
  return tick.now === now ? tick.time : now;
}
