import { useState, type CSSProperties, type ReactNode } from 'react';
import hidden from '#ui/hidden.module.css';
import { type Arc as ArcShape, arcOf, teethAt } from './arc.ts';
import { Big } from './layout.tsx';
import styles from './Swing.module.css';

/** `paused`: hollow and waiting; `stopped`: hollow for good. */
export type Bob = 'full' | 'paused' | 'stopped';

/** The bob's one move: it is released, returns to the left end, or comes to rest at the right end. */
export type SwingMove = 'go' | 'back' | 'rest';

type Drawn = {
  width: number;
  sagitta: number;
  r: number;
  t: number;
  bob?: Bob;
  move?: SwingMove | undefined;
  /** Thinner lines, for phones. */
  thin?: boolean | undefined;
  /** A single line, without teeth and points. */
  plain?: boolean;
  points?: readonly number[];
};

/** The arc alone. The caller describes it to screen readers. */
export function ArcDrawing({
  width,
  sagitta,
  r,
  t,
  bob = 'full',
  move,
  thin,
  plain = false,
  points = [0, 0.5, 1],
}: Drawn) {
  const arc = arcOf(width, sagitta, r);
  const ring = r > 8 ? 3 : 1.5;
  const turn: CSSProperties = {
    transform: `rotate(${arc.angle(t)}deg)`,
    transformOrigin: `${arc.pivot.x}px ${arc.pivot.y}px`,
  };
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${arc.width} ${arc.height}`} aria-hidden="true">
      <path d={arc.path(0, 1)} className={styles.ahead} />
      {t > 0 && plain && <path d={arc.path(0, t)} className={styles.line} />}
      {!plain && <Teeth arc={arc} t={t} r={r} thin={thin} />}
      {!plain &&
        points
          .filter((point) => point >= t + 0.02)
          .map((point) => (
            <circle
              key={point}
              cx={arc.at(point).x}
              cy={arc.at(point).y}
              r={Math.max(3.5, r / 4)}
              className={styles.point}
            />
          ))}
      <circle
        cx={arc.lowest.x}
        cy={arc.lowest.y}
        r={bob === 'full' ? r : r - ring / 2}
        strokeWidth={bob === 'full' ? 0 : ring}
        className={styles.bob}
        data-bob={bob}
        data-move={move}
        style={turn}
      />
    </svg>
  );
}

type TeethProps = Pick<Drawn, 't' | 'r' | 'thin'> & { arc: ArcShape };

/** The lines end at the bob, also while it moves. When it is back at the left end, they fade out. */
function Teeth({ arc, t, r, thin }: TeethProps) {
  const [trace, setTrace] = useState(t);
  if (t > 0 && trace !== t) setTrace(t);
  return (
    <g className={styles.teeth} data-gone={t === 0 || undefined}>
      {teethAt(trace, r).map(({ place, from, off }) => (
        <path
          key={place}
          d={arc.path(from, 1, off)}
          pathLength={1}
          className={styles.tooth}
          style={{ strokeDasharray: `${(trace - from) / (1 - from)} 1` }}
          strokeWidth={(thin ? 0.7 : 1) + (place / 8) * (thin ? 0.5 : 0.8)}
          opacity={0.4 + (place / 8) * 0.5}
        />
      ))}
    </g>
  );
}

type Point = { name: string; text: string };

type Props = {
  /** 0: not launched; .5: sending begins; 1: all sent. */
  t: number;
  bob?: Bob;
  move?: SwingMove | undefined;
  /** Label and value of the drawing, in words. */
  label: string;
  valueText: string;
  /** Shown inside the arc. */
  number: ReactNode;
  caption: ReactNode;
  /** Left end, lowest point, right end. */
  points: readonly [Point, Point, Point];
};

/** Shows how far a launch is. Number, caption and three named points say the same as the drawing. */
export function Swing({ t, bob = 'full', move, label, valueText, number, caption, points }: Props) {
  const [held, mails, told] = points;
  const words = ({ name, text }: Point) => (
    <p>
      <b>{name}</b>
      {text}
    </p>
  );
  return (
    <div className={styles.swing}>
      <div className={styles.bowl}>
        <Big caption={caption}>{number}</Big>
      </div>
      <div className={styles.ends}>
        {words(held)}
        {words(told)}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(t * 100)}
        aria-valuetext={valueText}
      >
        <span className={hidden.hidden}>{valueText}</span>
        <div className={styles.wideArc}>
          <ArcDrawing width={1056} sagitta={200} r={20} t={t} bob={bob} move={move} />
        </div>
        <div className={styles.phoneArc}>
          <ArcDrawing width={312} sagitta={66} r={12} t={t} bob={bob} move={move} thin />
        </div>
      </div>
      <div className={styles.middle}>{words(mails)}</div>
    </div>
  );
}

/** 64 by 20, for the strip. */
export function SmallSwing({ t, bob = 'full' }: { t: number; bob?: Bob }) {
  return (
    <span className={styles.small}>
      <ArcDrawing width={64} sagitta={10} r={5} t={t} bob={bob} plain />
    </span>
  );
}
