import type { Language } from '#contract/language.ts';
import { INNER_PAGES, PATHS } from '#contract/pages.ts';
import { site } from '#site.config';
import { Instagram, LinkedIn } from '#ui/icons.tsx';
import { Logo } from '#ui/Logo.tsx';
import { ConsentControl } from '../consent/ConsentControl.tsx';
import { useLanguage } from '../language/use-language.ts';
import { navbarTexts } from '../navbar/texts.ts';
import { PrivacyLink } from '../privacy/PrivacyLink.tsx';
import { PageLink } from '../shell/PageLink.tsx';
import { footerEn, type FooterText } from '../text/footer.en.ts';
import { footerPt } from '../text/footer.pt.ts';
import { ThemeControl } from '../theme/ThemeControl.tsx';
import styles from './Footer.module.css';

const texts: Record<Language, FooterText> = { en: footerEn, pt: footerPt };

/** The footer of every page. The legally required links come from site.config.ts. */
export function Footer() {
  const { language, text } = useLanguage();
  const navbar = navbarTexts[useLanguage().language];
  const words = texts[language];
  const { social, legal, brand } = site;
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <p className={styles.logo}>
          <Logo {...brand} />
        </p>
        <nav aria-label={words.pages}>
          <ul className={styles.pages}>
            {INNER_PAGES.map((page) => (
              <li key={page}>
                <PageLink href={PATHS[page]}>{navbar[page]}</PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <p className={styles.social}>
          <a href={social.instagram} target="_blank" rel="noopener" aria-label={text.socials.instagram}>
            <Instagram />
          </a>
          <a href={social.linkedin} target="_blank" rel="noopener" aria-label={text.socials.linkedin}>
            <LinkedIn />
          </a>
        </p>
      </div>
      <div className={styles.small}>
        <p>{words.rights(legal.entity)}</p>
        <PrivacyLink />
        {legal.complaintsBook !== null && (
          <a href={legal.complaintsBook} target="_blank" rel="noopener">
            {words.complaints}
          </a>
        )}
        <ConsentControl className={styles.control} />
        <ThemeControl />
      </div>
    </footer>
  );
}
