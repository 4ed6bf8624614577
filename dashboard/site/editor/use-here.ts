import { useEffect } from 'react';
import type { HerePosted } from '#contract/owner/site.ts';
import { request } from '../../request.ts';
import { pathOfPlace, type EditorPlace } from '../draft.ts';
import { focused } from '../focus.ts';

/** The server forgets who says nothing for 20 seconds. */
const EVERY_MS = 9000;
/** Of fast steps through the fields only the last is sent. */
const REST_MS = 400;

/** Shows other owners where this one is. */
export function useHere(place: EditorPlace): void {
  const page = pathOfPlace(place);
  useEffect(() => {
    const tell = (body: HerePosted) => void request('/site/here', { body }).catch(() => {});
    const here = () => !document.hidden && tell({ page, field: focused.get() });
    let resting = setTimeout(here);
    const moved = focused.subscribe(() => {
      clearTimeout(resting);
      resting = setTimeout(here, REST_MS);
    });
    const timer = setInterval(here, EVERY_MS);
    return () => {
      moved();
      clearTimeout(resting);
      clearInterval(timer);
      tell({ page: null, field: null });
    };
  }, [page]);
}
