import type { Today } from '#contract/owner/today.ts';
import { homeOf } from '../launch/announcement.ts';
import { SmallLink } from '../parts/Button.tsx';
import { Part, Row, Rows } from '../parts/layout.tsx';
import { useWords } from '../words.ts';

/** The newsletter that went out last. */
export default function LastLetter({ letter }: { letter: NonNullable<Today['letter']> }) {
  const { t, number, dayOfYear } = useWords();
  const { purpose, title, sent, at } = letter;
  return (
    <Part title={t('launchDay.letter')}>
      <Rows>
        <Row
          title={t('launchDay.letterTitle', { title })}
          text={t('launchDay.letterText', { n: number(sent), date: dayOfYear(at) })}
          end={<SmallLink href={homeOf(purpose)}>{t('common.look')}</SmallLink>}
        />
      </Rows>
    </Part>
  );
}
