import { soonAddress } from '#contract/pages.ts';
import { useLanguage } from '../language/use-language.ts';
import { PlainPage } from '../plain/PlainPage.tsx';
import { PrivacyNotice } from './PrivacyNotice.tsx';

/** The notice as a separate document, for visitors without script. */
export function PrivacyPage() {
  const { language, text } = useLanguage();
  return (
    <PlainPage
      asked={{ name: 'state', value: 'privacy' }}
      title={text.privacy.title}
      link={{ href: soonAddress('idle', language), words: text.privacy.back }}
    >
      <PrivacyNotice />
    </PlainPage>
  );
}
