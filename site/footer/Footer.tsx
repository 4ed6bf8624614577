import { filled } from '#contract/words.ts';
import { FEED_PATH, NEWSLETTER_PATH, PATHS } from '#contract/pages.ts';
import { Logo } from '#ui/Logo.tsx';
import { ConsentControl } from '../consent/ConsentControl.tsx';
import { useLanguage } from '../language/use-language.ts';
import { navbarTexts } from '../navbar/texts.ts';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import { PageLink } from '../shell/PageLink.tsx';
import { shownPages } from '../shell/Part.tsx';
import { hasProfiles, Profiles } from '../shell/Profiles.tsx';
import type { FooterText } from '../text/en/footer.ts';
import { wording } from '../text/wording.ts';
import { ThemeControl } from '../theme/ThemeControl.tsx';
import { values } from '../values.ts';
import styles from './Footer.module.css';

const texts = wording(
  import.meta.glob<FooterText>('/site/text/*/footer.ts', { eager: true, import: 'footer' }),
);

/** Below every page of the site. The links the law asks for are the owner’s. `here`: the path of a page without script. */
export function Footer({ here }: { here?: string }) {
  const { language } = useLanguage();
  const navbar = navbarTexts[language];
  const words = texts[language];
  const { legal, brand } = values;
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <p className={styles.logo}>
          <Logo {...brand} />
        </p>
        <nav aria-label={words.pages}>
          <ul className={styles.pages}>
            {shownPages().map((page) => (
              <li key={page}>
                <PageLink href={PATHS[page]}>{navbar[page]}</PageLink>
              </li>
            ))}
            {values.newsletter !== null && (
              <li>
                <PageLink href={NEWSLETTER_PATH} aria-current={here === NEWSLETTER_PATH ? 'page' : undefined}>
                  {words.newsletter}
                </PageLink>
              </li>
            )}
          </ul>
        </nav>
        {hasProfiles() && (
          <p className={styles.social}>
            <Profiles />
          </p>
        )}
      </div>
      <div className={styles.small}>
        <p>{filled(words.rights, legal)}</p>
        <PrivacyLink />
        {legal.complaintsBook !== null && (
          <a href={legal.complaintsBook} target="_blank" rel="noopener">
            {words.complaints}
          </a>
        )}
        {here !== undefined && values.newsletter !== null && (
          <a href={`${FEED_PATH}?lang=${language}`}>{words.feed}</a>
        )}
        {here === undefined && (
          <>
            <ConsentControl className={styles.control} />
            <ThemeControl />
          </>
        )}
      </div>
    </footer>
  );
}
