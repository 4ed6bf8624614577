import { themeOn } from '#contract/content/accent.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { Collision } from '../autosave/Collision.tsx';
import { labelOf, placeLabel, sectionLabel } from '../labels.ts';
import { useAsked } from '../use-asked.ts';
import { useFact } from '../use-fact.ts';
import { useSite } from '../use-site.ts';
import { AccentFields, accentStyle } from './Accent.tsx';
import { ColourField } from './ColourField.tsx';
import styles from './Brand.module.css';
import { ProfilesForm } from './ProfilesForm.tsx';
import { LogoFields } from './LogoFields.tsx';
import { NameFields } from './NameFields.tsx';
import { SavedNote } from '../parts/SavedNote.tsx';
import { ShareCard, shareTitle } from './ShareCard.tsx';
import { Topic } from '../../parts/Topic.tsx';
import { TextLink } from '../../parts/Button.tsx';

/** Name, logo, accent, icon and share picture. */
export default function Brand() {
  const { t } = useWords();
  const read = useSite();
  useAsked(read.data !== undefined);
  return (
    <>
      <PageHead
        title={placeLabel(t, 'brand')}
        back={{ href: '/site', page: t('nav.site') }}
        acts={<SavedNote />}
      />
      <Loaded read={read}>{(site) => <Topics site={site} />}</Loaded>
    </>
  );
}

function Topics({ site }: { site: Site }) {
  const words = useWords();
  const { t, language } = words;
  return (
    <>
      <Topic title={labelOf(words, { name: 'brand.name' })}>
        <NameFields site={site} />
      </Topic>
      <Topic title={labelOf(words, { name: 'brand.logo' })} text={t('brand.logoText')}>
        <LogoFields site={site} />
        <Collision site={site} names={['brand.logo']} />
      </Topic>
      <Topic title={labelOf(words, { name: 'brand.accent' })} text={t('brand.accentText')}>
        <AccentFields site={site} />
        <Collision site={site} names={['brand.accent']} />
      </Topic>
      <Topic title={t('brand.icon')} text={t('brand.iconText')}>
        <Icon site={site} />
        <Collision site={site} names={['brand.ground']} />
      </Topic>
      <Topic title={t('brand.share')} text={t('brand.shareText')}>
        <div className={styles.share}>
          <ShareCard site={site} title={shareTitle(site, 'home', language)} />
          <TextLink href="/site/pages/soon/pictures/soon">{t('brand.shareOwn')}</TextLink>
        </div>
      </Topic>
      <Topic title={sectionLabel(t, { name: 'brand', section: 'social' })} text={t('brand.profilesText')}>
        <ProfilesForm site={site} />
        <Collision site={site} names={['social']} />
      </Topic>
    </>
  );
}

/** As publisher/pictures/mark.ts draws it. */
function Icon({ site }: { site: Site }) {
  const { t } = useWords();
  const ground = useFact(site, 'brand.ground');
  const { value: accent } = useFact(site, 'brand.accent');
  const theme = themeOn(ground.value);
  return (
    <div className={styles.icon}>
      <span data-theme={theme} style={{ ...accentStyle(accent, theme), background: ground.value }}>
        <svg viewBox="0 0 64 64" aria-hidden="true">
          <path d="M13 30A28 28 0 0 0 47.5 32.6" />
          <circle cx="50.4" cy="26.4" r="7.2" />
        </svg>
      </span>
      <ColourField
        label={t('brand.ground')}
        field="brand.ground"
        value={ground.value}
        onChange={ground.set}
        onLeave={ground.save}
      />
    </div>
  );
}
