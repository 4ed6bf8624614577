import { useEffect, useRef, type PointerEvent } from 'react';
import type { Size } from '#contract/content/pictures.ts';
import { useWords } from '../../words.ts';
import { movedBy, within, type Point } from './crops.ts';
import styles from './FocalRing.module.css';

type Props = {
  src: string;
  focus: Point;
  /** As it appears, if the focus is lost. */
  takesFocus: boolean;
  onMove: (focus: Point) => void;
  /** The size of the picture, once it is known. */
  onSize: (size: Size) => void;
};

/** The point of a picture that every crop shows: set by a press, by dragging the ring, and by arrow keys. */
export function FocalRing({ src, focus, takesFocus, onMove, onSize }: Props) {
  const { t } = useWords();
  const ring = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) ring.current?.focus();
  }, [takesFocus]);
  const at = { x: Math.round(focus.x * 100), y: Math.round(focus.y * 100) };
  function drag(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box) return;
    onMove(pointIn(box, event));
  }
  return (
    // The ring does the same by keys.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={styles.picture}
      onClick={(event) => onMove(pointIn(event.currentTarget.getBoundingClientRect(), event))}
    >
      <img
        src={src}
        alt=""
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onSize({ width: naturalWidth, height: naturalHeight })
        }
      />
      <span
        ref={ring}
        className={styles.ring}
        style={{ left: `${at.x}%`, top: `${at.y}%` }}
        role="slider"
        tabIndex={0}
        aria-label={t('agency.picture.focus')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={at.x}
        aria-valuetext={t('agency.picture.focusValue', at)}
        onKeyDown={(event) => {
          const next = movedBy(event, focus);
          if (next === null) return;
          event.preventDefault();
          onMove(next);
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onClick={(event) => event.stopPropagation()}
      />
    </div>
  );
}

function pointIn(box: DOMRect, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  return within({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height });
}
