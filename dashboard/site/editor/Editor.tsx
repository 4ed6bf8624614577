import { useMemo } from 'react';
import { useLocation } from 'wouter';
import {
  EDITOR_MAILS,
  EDITOR_PAGES,
  type EditorMailName,
  type EditorPageName as Name,
} from '#contract/content/editor.ts';
import { Missing } from '../../frame/Missing.tsx';
import { useWords } from '../../words.ts';
import { placeLabel } from '../labels.ts';
import { useSite } from '../use-site.ts';
import { EditorPage, EVERY_MS } from './EditorPage.tsx';
import { Fields } from '../fields/Fields.tsx';

type Place = { room: 'pages'; name: Name } | { room: 'mails'; name: EditorMailName };

/** The words of a page or an email, in both languages, beside the page itself. */
export default function Editor() {
  const [path] = useLocation();
  const [, , first, name = ''] = path.split('/');
  const room = first === 'pages' ? 'pages' : 'mails';
  const places: Readonly<Record<string, unknown>> = room === 'pages' ? EDITOR_PAGES : EDITOR_MAILS;
  if (!Object.hasOwn(places, name)) return <Missing />;
  return <Opened key={name} place={{ room, name } as Place} />;
}

function Opened({ place }: { place: Place }) {
  const { t } = useWords();
  const read = useSite({ every: EVERY_MS });
  const { shows, sections } = useMemo(
    () => (place.room === 'pages' ? EDITOR_PAGES[place.name] : EDITOR_MAILS[place.name]),
    [place],
  );
  return (
    <EditorPage
      place={place}
      title={placeLabel(t, place.name)}
      back={{ href: '/site', page: t('nav.site') }}
      read={read}
      shows={shows}
    >
      {(site) => <Fields site={site} place={place} sections={sections} />}
    </EditorPage>
  );
}
