import { useEffect, type ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import type { PreviewShows } from '#contract/owner/preview.ts';
import type { Read } from '../../api.ts';
import { PageHead } from '../../frame/PageHead.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { EditorPlace, Site } from '../draft.ts';
import { useAsked } from '../use-asked.ts';
import styles from './Editor.module.css';
import { focused } from '../focus.ts';
import { Head } from './Head.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { useHere } from './use-here.ts';
import { useTold } from '../autosave/use-told.ts';

/** Milliseconds; another owner’s words are there about as soon. */
export const EVERY_MS = 4000;

type Props = {
  place: EditorPlace;
  title: string;
  back: { href: string; page: string };
  /** Buttons at the right of the head. */
  acts?: ReactNode;
  /** Under the title. */
  lead?: ReactNode;
  /** Beside the name of a language. */
  beside?: ((language: Language) => string) | undefined;
  read: Read<Site>;
  shows: readonly PreviewShows[];
  /** The fields. */
  children: (site: Site) => ReactNode;
};

/** Fields of words in both languages, beside what visitors or readers will see of them. */
export function EditorPage({ place, title, back, acts, lead, beside, read, shows, children }: Props) {
  const site = read.data;
  useHere(place);
  useTold(site, place);
  useAsked(site !== undefined);
  useEffect(() => () => focused.set(null), []);
  if (site === undefined) {
    return (
      <div className={styles.panel}>
        <PageHead title={title} back={back} waits />
        <Loaded read={read} />
      </div>
    );
  }
  return (
    <div className={styles.edit}>
      <div className={styles.panel}>
        <Head title={title} back={back} acts={acts} lead={lead} site={site} place={place} beside={beside} />
        {children(site)}
      </div>
      <PreviewPane site={site} place={place} shows={shows} />
    </div>
  );
}
