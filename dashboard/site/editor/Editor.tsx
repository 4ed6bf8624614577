import { useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { EDITOR_MAILS, EDITOR_PAGES, type EditorShows } from '#contract/content/editor.ts';
import { Missing } from '../../frame/Missing.tsx';
import { Loaded } from '../../parts/states.tsx';
import { PageHead } from '../../frame/PageHead.tsx';
import { useWords } from '../../words.ts';
import { placeLabel } from '../labels.ts';
import { useAsked } from '../use-asked.ts';
import { useSite } from '../use-site.ts';
import { Fields } from './Fields.tsx';
import { focused } from './focus.ts';
import { Head } from './Head.tsx';
import { Stage } from './Stage.tsx';
import { useHere } from './use-here.ts';
import { useTold } from './use-told.ts';
import styles from './Editor.module.css';

/** Milliseconds; another owner’s words are there about as soon. */
const EVERY_MS = 4000;

export type EditorPlace = { room: 'pages'; name: keyof typeof EDITOR_PAGES } | { room: 'mails'; name: keyof typeof EDITOR_MAILS }; // prettier-ignore

/** The words of a page or an email, in both languages, beside the page itself. */
export default function Editor() {
  const [path] = useLocation();
  const [, , first, name = ''] = path.split('/');
  const room = first === 'pages' ? 'pages' : 'mails';
  const places: Readonly<Record<string, unknown>> = room === 'pages' ? EDITOR_PAGES : EDITOR_MAILS;
  if (!Object.hasOwn(places, name)) return <Missing />;
  return <Opened key={name} place={{ room, name } as EditorPlace} />;
}

function Opened({ place }: { place: EditorPlace }) {
  const { t } = useWords();
  const read = useSite({ every: EVERY_MS });
  const site = read.data;
  const title = placeLabel(t, place.name);
  const { shows, sections } = useMemo(() => partsOf(place), [place]);
  useHere(place);
  useTold(site, place);
  useAsked(site !== undefined);
  useEffect(() => () => focused.set(null), []);
  if (site === undefined) {
    return (
      <div className={styles.panel}>
        <PageHead title={title} back={{ href: '/site', page: t('nav.site') }} waits />
        <Loaded read={read} />
      </div>
    );
  }
  return (
    <div className={styles.edit}>
      <div className={styles.panel}>
        <Head title={title} site={site} place={place} />
        <Fields site={site} place={place} sections={sections} />
      </div>
      <Stage site={site} place={place} shows={shows} />
    </div>
  );
}

export type Sections = Readonly<Record<string, readonly string[]>>;

function partsOf(place: EditorPlace): { shows: readonly EditorShows[]; sections: Sections } {
  return place.room === 'pages' ? EDITOR_PAGES[place.name] : EDITOR_MAILS[place.name];
}
