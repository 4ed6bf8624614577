import { TextLink } from '../../parts/Button.tsx';
import { useWords } from '../../words.ts';
import { pathOfPlace, type Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import type { EditorPlace } from './Editor.tsx';
import styles from './PictureSlot.module.css';

/** A picture of the page, and the way to change it. `name`: `pictures.band`. */
export function PictureSlot({ name, place }: { name: string; site: Site; place: EditorPlace }) {
  const { t } = useWords();
  return (
    <div className={styles.slot}>
      <p>{labelOf(t, name)}</p>
      <TextLink href={`${pathOfPlace(place)}/${name.replace('.', '/')}`}>
        {t('editor.pictureChange')}
      </TextLink>
    </div>
  );
}
