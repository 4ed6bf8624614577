import { useLocation } from 'wouter';
import { labelOf, placeLabel, sectionLabel } from '../labels.ts';
import { Missing } from '../../frame/Missing.tsx';
import { PageHead } from '../../frame/PageHead.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords, type UseWords } from '../../words.ts';
import { placeOfField, type FieldPlace } from '#contract/content/editor.ts';
import { useSite } from '../use-site.ts';
import { isPicture, PICTURE_PLACES, type PictureName } from './places.ts';
import { SlotPicture } from './SlotPicture.tsx';

/** One picture of the site, at the page it belongs to: `/site/pages/soon/pictures/soon`. */
export default function PicturePage() {
  const words = useWords();
  const [path] = useLocation();
  const read = useSite();
  const [page = '', name = ''] = path.split('/pictures/');
  const place = isPicture(name) ? placeOfField(PICTURE_PLACES[name].field) : null;
  if (!isPicture(name) || place === null) return <Missing />;
  return (
    <>
      <PageHead
        title={titleOf(words, name, place)}
        back={{ href: page, page: placeLabel(words.t, place.name) }}
      />
      <Loaded read={read}>{(site) => <SlotPicture site={site} name={name} page={page} />}</Loaded>
    </>
  );
}

/** There is one cover for each book; every other page has one picture. */
function titleOf(words: UseWords, name: PictureName, place: FieldPlace): string {
  const { t } = words;
  const label = labelOf(words, { name: PICTURE_PLACES[name].field });
  return name.startsWith('cover-') ? `${sectionLabel(t, place)}, ${label}` : label;
}
