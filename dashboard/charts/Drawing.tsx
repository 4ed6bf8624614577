import type { Drawn, Shape } from './shapes.ts';
import styles from './Drawing.module.css';

/** One drawing per width, as letters must not shrink with it. The caller describes the chart in words. */
export function Drawing({ wide, tablet = wide, phone }: { wide: Drawn; tablet?: Drawn; phone: Drawn }) {
  return (
    <>
      <Plot drawn={wide} className={styles.wide} />
      <Plot drawn={tablet} className={styles.tablet} />
      <Plot drawn={phone} className={styles.phone} />
    </>
  );
}

function Plot({ drawn, className }: { drawn: Drawn; className: string | undefined }) {
  const { width, height, shapes } = drawn;
  return (
    <svg
      className={`${styles.plot} ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {shapes.map((shape, i) => (
        // The drawing is replaced as a whole.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={i} shape={shape} />
      ))}
    </svg>
  );
}

function Piece({ shape }: { shape: Shape }) {
  const ink = `var(--${shape.ink})`;
  switch (shape.is) {
    case 'path':
      return (
        <path
          d={shape.d}
          fill="none"
          stroke={ink}
          strokeWidth={shape.width}
          strokeDasharray={shape.dash?.join(' ')}
          strokeLinecap={shape.ink === 'line' ? 'butt' : 'round'}
          strokeLinejoin="round"
        />
      );
    case 'rect':
      return <rect x={shape.x} y={shape.y} width={shape.w} height={shape.h} fill={ink} />;
    case 'dot':
      return (
        <circle
          cx={shape.x}
          cy={shape.y}
          r={shape.r}
          fill={ink}
          stroke={shape.ring && `var(--${shape.ring})`}
          strokeWidth={shape.ring && 3}
        />
      );
    case 'words':
      return (
        <text x={shape.x} y={shape.y} textAnchor={shape.align} fill={ink}>
          {shape.text}
        </text>
      );
  }
}
