import { filled } from '#contract/words.ts';
import type { Language } from '#contract/language.ts';
import { withOneStop } from '#contract/site.ts';
import { consentTexts } from '../consent/texts.ts';
import { useLanguage } from '../language/use-language.ts';
import { offerTexts } from '../products/offer-texts.ts';
import type { NoticeText } from '../text/en/notice.ts';
import { wording } from '../text/wording.ts';
import { hasTags, values } from '../values.ts';
import styles from './PrivacyNotice.module.css';

const notices = wording(
  import.meta.glob<NoticeText>('/site/text/*/notice.ts', { eager: true, import: 'notice' }),
);

/** A heading and what is under it. */
type Section = [term: string, words: string];

/** The whole notice in one language. It speaks of books only where one is out, of counting visits only where they are counted. */
export function noticeIn(language: Language): Section[] {
  const { legal, offer } = values;
  const { holder, formService, sections, newsletter } = notices[language];
  const service = legal.formService === null ? '' : ` ${formService}`;
  const all: Section[] = [[holder[0], holder[1] + service], ...sections];
  if (values.newsletter !== null) all.push(newsletter);
  if (offer !== null) all.push([offerTexts[language].label, offerTexts[language].notice]);
  if (hasTags()) all.push([consentTexts[language].label, consentTexts[language].notice]);
  return all.map(([term, words]) => [term, withOneStop(filled(words, legal))]);
}

/** Who keeps the address, what for, how long, and how to leave: in the visitor's language, from the owner’s facts. */
export function PrivacyNotice() {
  const { language } = useLanguage();
  return (
    <dl className={styles.notice}>
      {noticeIn(language).map(([term, words]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
