import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EDITOR_MAILS, EDITOR_PAGES, EDITOR_PARTS, type FieldPlace } from '#contract/content/editor.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { WordsNow } from '#contract/owner/launch.ts';
import type { Version } from '#contract/owner/site.ts';
import { useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { TextLink } from '../parts/Button.tsx';
import { Loaded } from '../parts/states.tsx';
import { Topic } from '../parts/Topic.tsx';
import { useWords } from '../words.ts';
import { isAt, pathOfPlace, type Site } from './draft.ts';
import { placeLabel } from './labels.ts';
import { lastChanges, type LastChange } from './last-changes.ts';
import styles from './Overview.module.css';
import { SeeSite } from './SeeSite.tsx';
import { StatusSign } from './StatusSign.tsx';
import { useSite } from './use-site.ts';

type At = Pick<FieldPlace, 'room' | 'name'>;
type Part = keyof typeof EDITOR_PARTS;

const namesOf = <Name extends string>(places: Record<Name, unknown>) => Object.keys(places) as Name[];

/** All that an owner may edit: what was changed last, by which owner, and what to check. */
export function Overview() {
  const { t } = useWords();
  const read = useSite();
  const history = useOwner<Version[]>('/site/history');
  return (
    <>
      <PageHead
        title={t('nav.site')}
        acts={
          <>
            <TextLink href="/site/drafts">{t('site.drafts.title')}</TextLink>
            <TextLink href="/site/history">{t('site.history.title')}</TextLink>
            <SeeSite />
          </>
        }
      />
      <Loaded read={read}>{(site) => <Sections site={site} versions={history.data ?? []} />}</Loaded>
    </>
  );
}

function Sections({ site, versions }: { site: Site; versions: readonly Version[] }) {
  const { t } = useWords();
  const last = lastChanges(site, versions);
  const thing = (at: At, text?: string) => (
    <Thing key={at.name} name={placeLabel(t, at.name)} href={pathOfPlace(at)} text={text}>
      <Signs site={site} at={at} />
      <Who last={last(at)} />
    </Thing>
  );
  const [confirm, reminder, ...mails] = namesOf(EDITOR_MAILS).map((name) => thing({ room: 'mails', name }));
  return (
    <>
      <Section title={t('site.pages')} text={t('site.pagesText')}>
        {namesOf(EDITOR_PAGES).map((name) => thing({ room: 'pages', name }))}
      </Section>
      <Section title={t('site.emails')} text={t('site.emailsText')}>
        {confirm}
        {reminder}
        <Thing name={t('site.launchEmail')} href="/launch/words" text={t('site.launchHint')}>
          <Launch />
        </Thing>
        {mails}
      </Section>
      <Section title={t('site.rest')} text={t('site.restText')}>
        {namesOf(EDITOR_PARTS).map((name: Part) => thing({ room: 'parts', name }, t(`site.part.${name}`)))}
      </Section>
    </>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Topic title={title} text={text}>
      <ul className={styles.things}>{children}</ul>
    </Topic>
  );
}

type ThingProps = { name: string; href: string; text?: string | undefined; children?: ReactNode };

function Thing({ name, href, text, children }: ThingProps) {
  return (
    <li>
      <div>
        <Link href={href}>{name}</Link>
        {text !== undefined && <small>{text}</small>}
      </div>
      {children}
    </li>
  );
}

/** What is not published, missing or changed in one language only. */
function Signs({ site, at }: { site: Site; at: At }) {
  const { t } = useWords();
  const n = site.changes.filter(({ field }) => isAt(field, at)).length;
  const inLanguage = (fields: Site['checks']) => {
    const found = new Set(fields.filter((field) => isAt(field, at)).map(({ language }) => language));
    return LANGUAGES.filter((language) => found.has(language));
  };
  return (
    <span className={styles.signs}>
      {site.valueOf(`hidden.${at.name}`) === true && <StatusSign>{t('editor.hidden')}</StatusSign>}
      {n > 0 && <StatusSign>{t('site.unpublished', { n })}</StatusSign>}
      {inLanguage(site.missing).map((language) => (
        <StatusSign key={language} is="warn">
          {t('site.missing', { language: t(`spoken.${language}`) })}
        </StatusSign>
      ))}
      {inLanguage(site.checks).map((language) => (
        <StatusSign key={language} is="warn">
          {t('site.check', { language: t(`spoken.${language}`) })}
        </StatusSign>
      ))}
    </span>
  );
}

/** Its words are in the draft of the launch. */
function Launch() {
  const { data } = useOwner<WordsNow>('/announcements/launch/words');
  return (
    <>
      <span className={styles.signs} />
      <Who last={data?.rows.toSorted((one, other) => other.at - one.at)[0] ?? null} />
    </>
  );
}

function Who({ last }: { last: LastChange | null }) {
  const { t, relativeShort } = useWords();
  return (
    <span className={styles.who}>
      {last === null
        ? t('site.original')
        : t('site.by', { who: last.by ?? t('site.commandLine'), when: relativeShort(last.at) })}
    </span>
  );
}
