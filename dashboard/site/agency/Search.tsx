import { useState } from 'react';
import { EDITOR_PARTS, fieldsOfSection } from '#contract/content/editor.ts';
import { type Language, LANGUAGES } from '#contract/language.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Warn } from '../../parts/Warn.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { SavedNote } from '../parts/SavedNote.tsx';
import { TranslationPair } from '../fields/TranslationPair.tsx';
import { COLUMNS, pairOf } from '../fields/pairs.ts';
import { usePendingEdit } from '../autosave/use-autosave.ts';
import { placeLabel, sectionLabel } from '../labels.ts';
import { useAsked } from '../use-asked.ts';
import { useFact } from '../use-fact.ts';
import { useSite } from '../use-site.ts';
import styles from './Search.module.css';
import { ShareCard, shareTitle } from './ShareCard.tsx';

const SECTIONS = EDITOR_PARTS.search.sections;
type Page = keyof typeof SECTIONS;
const PAGES = Object.keys(SECTIONS) as Page[];

/** What search engines and shared links show of each page. */
export default function Search() {
  const { t } = useWords();
  const read = useSite();
  useAsked(read.data !== undefined);
  return (
    <>
      <PageHead
        title={placeLabel(t, 'search')}
        back={{ href: '/site', page: t('nav.site') }}
        acts={<SavedNote />}
      />
      <Loaded read={read}>{(site) => <Pages site={site} />}</Loaded>
    </>
  );
}

function Pages({ site }: { site: Site }) {
  const { t } = useWords();
  const asked = new URLSearchParams(location.search).get('field');
  const [page, setPage] = useState<Page>(
    () => PAGES.find((one) => SECTIONS[one].some((key) => asked?.startsWith(key))) ?? 'home',
  );
  const names = fieldsOfSection(SECTIONS[page], [...new Set(site.fields.map(({ name }) => name))]);
  return (
    <>
      <Tabs
        label={t('agency.search.page')}
        value={page}
        options={PAGES.map((value) => ({ value, word: sectionLabel(t, { name: 'search', section: value }) }))}
        onChange={setPage}
      />
      <div className={styles.languages} style={COLUMNS} aria-hidden="true">
        {LANGUAGES.map((language) => (
          <p key={language}>{t(`languages.${language}`)}</p>
        ))}
      </div>
      {names.map((name) => {
        const pair = pairOf(site.fields, name);
        return pair && <TranslationPair key={name} pair={pair} site={site} />;
      })}
      <Previews site={site} page={page} />
    </>
  );
}

/** How others show the page, drawn from what is typed. */
function Previews({ site, page }: { site: Site; page: Page }) {
  const { t, language: own } = useWords();
  const [language, setLanguage] = useState<Language>(own);
  const { value: name } = useFact(site, 'brand.name');
  const [section] = SECTIONS[page];
  const title = useShown(site, `${section}.title.${language}`, name);
  const description = useShown(site, `${section}.description.${language}`, name);
  const { host } = location;
  return (
    <div className={styles.previews}>
      <section>
        <div className={styles.bar}>
          <h2>{t('agency.search.result')}</h2>
          <Tabs
            label={t('editor.language')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, word: value.toUpperCase() }))}
            onChange={setLanguage}
          />
        </div>
        <div className={styles.result} lang={language}>
          <p className={styles.address}>{host}</p>
          <p className={styles.title}>{title}</p>
          <p className={styles.description}>{description}</p>
        </div>
        <Cut n={title.length} max={60} say="cutTitle" />
        <Cut n={description.length} max={155} say="cutDescription" />
        <p className={styles.note}>{t('agency.search.note')}</p>
      </section>
      <section>
        <div className={styles.bar}>
          <h2>{t('agency.search.card')}</h2>
        </div>
        <div className={styles.card} lang={language}>
          <ShareCard site={site} title={shareTitle(site, page, language)} />
          <div>
            <p className={styles.address}>{host}</p>
            <p className={styles.linked}>{title}</p>
          </div>
        </div>
      </section>
    </div>
  );
}

/** Warns of words that search engines do not show whole. */
function Cut({ n, max, say }: { n: number; max: number; say: 'cutTitle' | 'cutDescription' }) {
  const { t } = useWords();
  return n > max && <Warn>{t(`agency.search.${say}`, { n, max })}</Warn>;
}

/** Words as typed, with the agency's name in its place. */
function useShown(site: Site, key: string, name: string): string {
  const typed = usePendingEdit(key);
  return String(typed?.value ?? site.valueOf(key) ?? '').replaceAll('{name}', name);
}
