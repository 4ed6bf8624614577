import { frequencyOf } from '#contract/newsletter.ts';
import type { LettersNow } from '#contract/owner/launch.ts';
import { TextLink } from '../parts/Button.tsx';
import { Row } from '../parts/layout.tsx';
import { useWords, type UseWords } from '../words.ts';
import { peopleIn, useLetters } from './use-letters.ts';

/** The way to the newsletter beside the books. */
export function NewsletterRow() {
  const words = useWords();
  const { t } = words;
  const { data } = useLetters();
  return (
    <Row
      title={t('nav.newsletter')}
      text={data && say(words, data)}
      end={
        <TextLink href="/newsletter" label={`${t('common.look')}: ${t('nav.newsletter')}`}>
          {t('common.look')}
        </TextLink>
      }
    />
  );
}

function say({ t, number }: UseWords, now: LettersNow): string {
  const n = peopleIn(now);
  if (n > 0) return `${number(n)} ${t(now.isOpen ? 'letters.people' : 'letters.want', { n })}`;
  return t(frequencyOf(now.aMonth) === null ? 'letters.off.title' : 'letters.nobody.title');
}
