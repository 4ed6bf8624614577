import { useLocation } from 'wouter';
import { placeLabel } from '../labels.ts';
import { Missing } from '../../frame/Missing.tsx';
import { PageHead } from '../../frame/PageHead.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useWords } from '../../words.ts';
import { placeOfField } from '#contract/content/editor.ts';
import { useSite } from '../use-site.ts';
import { CasePicture } from './CasePicture.tsx';
import { isPicture, PLACES } from './places.ts';
import { SlotPicture } from './SlotPicture.tsx';

/** One picture of the site, at the page it belongs to: `/site/pages/home/pictures/band`. */
export default function PicturePage() {
  const { t } = useWords();
  const [path] = useLocation();
  const read = useSite();
  const [page = '', name = ''] = path.split('/pictures/');
  const place = isPicture(name) ? placeOfField(PLACES[name].field) : null;
  if (!isPicture(name) || place === null) return <Missing />;
  return (
    <>
      <PageHead title={t('agency.picture.title')} back={{ href: page, page: placeLabel(t, place.name) }} />
      <Loaded read={read}>
        {(site) =>
          name === 'case' ? (
            <CasePicture site={site} page={page} />
          ) : (
            <SlotPicture site={site} name={name} page={page} />
          )
        }
      </Loaded>
    </>
  );
}
