import { useId, useRef } from 'react';
import { pictureOf, type Legend } from '../charts/picture.ts';
import type { Drawn } from '../charts/shapes.ts';
import { TextButton } from '../parts/Button.tsx';
import { SaveIcon } from '../parts/icons.tsx';
import { csvOf, save } from '../save.ts';
import { useWords } from '../words.ts';
import styles from './Figure.module.css';
import type { Rows } from './Figure.tsx';

type Props = { title: string; text: string; legend: Legend; data: Rows; drawn: Drawn };

/** Both are made in the browser. */
export function Download({ title, text, legend, data, drawn }: Props) {
  const { t } = useWords();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  function place() {
    const box = button.current?.getBoundingClientRect();
    if (!box || !panel.current) return;
    const left = Math.max(8, box.right - panel.current.offsetWidth);
    panel.current.style.setProperty('top', `${box.bottom + 4}px`);
    panel.current.style.setProperty('left', `${left}px`);
  }
  const file = (kind: string, content: Blob) => {
    panel.current?.hidePopover();
    save(`${title}.${kind}`, content);
  };
  const table = () => [data.columns.map(({ name }) => name), ...data.rows.map(({ file: cells }) => cells)];
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.icon}
        popoverTarget={id}
        aria-label={t('figures.take', { figure: title })}
      >
        <SaveIcon />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.panel}
        onToggle={(event) => event.newState === 'open' && place()}
      >
        <TextButton
          onClick={() => void pictureOf({ title, text, legend, drawn }).then((png) => file('png', png))}
        >
          {t('figures.png')}
        </TextButton>
        <TextButton onClick={() => file('csv', csvOf(table()))}>{t('figures.csv')}</TextButton>
      </div>
    </>
  );
}
