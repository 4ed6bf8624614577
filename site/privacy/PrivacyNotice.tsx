import type { Language } from '#contract/language.ts';
import { withOneStop } from '#contract/site.ts';
import { site } from '#site.config';
import { useLanguage } from '../language/use-language.ts';
import { offerTexts } from '../products/offer-texts.ts';
import { HAS_TAGS } from '../settings.ts';
import { consentEn, type ConsentText } from '../text/consent.en.ts';
import { consentPt } from '../text/consent.pt.ts';
import { noticeEn, type NoticeFacts, type NoticeSection } from '../text/notice.en.ts';
import { noticePt } from '../text/notice.pt.ts';
import styles from './PrivacyNotice.module.css';

const notices: Record<Language, (facts: NoticeFacts) => NoticeSection[]> = { en: noticeEn, pt: noticePt };
const consents: Record<Language, ConsentText> = { en: consentEn, pt: consentPt };

/** The whole notice in one language. Mentions books only if one is available, analytics only if enabled. */
export function noticeIn(language: Language): NoticeSection[] {
  const sections = notices[language](site.legal).map(([term, words]): NoticeSection => [
    term,
    withOneStop(words),
  ]);
  // A literal condition, so that the bundler drops the words when there is no book.
  if (import.meta.env.BOOKS !== null)
    sections.push([offerTexts[language].label, offerTexts[language].notice]);
  return HAS_TAGS ? [...sections, [consents[language].label, consents[language].notice]] : sections;
}

/** Who keeps the address, why, how long, and how to leave: in the visitor's language, from site.config.ts. */
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
