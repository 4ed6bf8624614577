import { useState, type DragEvent } from 'react';
import { Breve } from '#ui/Breve.tsx';
import { useWords } from '../../words.ts';
import { sizeOfLimit, type Wanted } from './check-file.ts';
import { FileButton } from './FileButton.tsx';
import styles from './DropField.module.css';

type Props = { wanted: Wanted & { is: 'picture' }; onFile: (file: File) => void };

/** Takes a picture that is dropped or chosen. */
export function DropField({ wanted, onFile }: Props) {
  const { t, size } = useWords();
  const [isOver, setOver] = useState(false);
  const { least } = wanted;
  function over(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
  }
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={over}
      onDrop={(event) => {
        over(event);
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <Breve swing={isOver ? 'rest' : 'left'} className={isOver ? undefined : styles.still} />
      <b>{t('agency.picture.drop')}</b>
      <FileButton wanted={wanted} onFile={onFile} look="small">
        {t('agency.picture.choose')}
      </FileButton>
      <p>
        {t('agency.picture.kinds', {
          w: String(least.width),
          h: String(least.height),
          size: sizeOfLimit(size, wanted),
        })}
      </p>
    </div>
  );
}
