import { useId, useRef, type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import hidden from '#ui/hidden.module.css';
import { SmallButton, TextButton } from '../../parts/Button.tsx';
import { CrossIcon, DownIcon, drawn } from '../../parts/icons.tsx';
import { useWords } from '../../words.ts';
import styles from './List.module.css';
import { useDragged, type Dragged } from './use-dragged.ts';
import { useOrder, type ListProps, type Reordering } from './use-order.ts';

const UpIcon = drawn(20, <path d="m6 14.5 6-5 6 5" />);
/** What a row is dragged by. */
const GripIcon = drawn(20, <path d="M5 9.5h14M5 14.5h14" />);

/** A list to which entries are added, put in order and removed: by dragging, by keys and by buttons. */
export function List<T>(props: ListProps<T>) {
  const { label, items, onChange, add, most, children } = props;
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const hint = useId();
  const order = useOrder(props, list);
  const { dragged, onPointerDown } = useDragged(list, order.move);
  return (
    <div>
      {label !== undefined && (
        <p className={styles.label}>
          <span aria-hidden="true">{label}</span>
          <span>{t('editor.list.most', { n: most })}</span>
        </p>
      )}
      <ul className={styles.list} ref={list}>
        {items.map((item, at) => (
          <Row
            key={order.keys[at]}
            at={at}
            last={items.length - 1}
            order={order}
            hint={hint}
            dragged={dragged}
            onPointerDown={(event) => onPointerDown(event, at)}
          >
            {children(item, (next) => onChange(items.with(at, next)), at)}
          </Row>
        ))}
      </ul>
      <div className={styles.adds}>
        {items.length < most ? (
          <TextButton onClick={order.add}>{add}</TextButton>
        ) : (
          <span className={styles.most}>{t('editor.list.full', { n: most })}</span>
        )}
      </div>
      <p id={hint} className={items.length > 1 ? styles.hint : hidden.hidden}>
        {t('editor.list.hint')}
      </p>
      <p className={hidden.hidden} role="status">
        {order.said}
      </p>
    </div>
  );
}

type RowProps = {
  at: number;
  last: number;
  order: Reordering;
  /** The id of the sentence that says how entries are moved. */
  hint: string;
  dragged: Dragged | null;
  onPointerDown: (event: PointerEvent) => void;
  children: ReactNode;
};

function Row({ at, last, order, hint, dragged, onPointerDown, children }: RowProps) {
  const { t } = useWords();
  const isTaken = order.taken === at;
  const isDragged = dragged?.from === at;
  const isGoal = dragged !== null && dragged.to === at && !isDragged;
  const name = order.nameOf(at);
  function press(event: KeyboardEvent) {
    const acts: Partial<Record<string, () => void>> = {
      ArrowUp: () => order.carry(at - 1),
      ArrowDown: () => order.carry(at + 1),
      Escape: order.putBack,
    };
    const act = isTaken ? acts[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  }
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (isTaken && !currentTarget.contains(relatedTarget as Node | null)) order.take(at);
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears that the focus leaves it
    <li
      data-held={isTaken || isDragged || undefined}
      data-goal={isGoal ? (dragged.from > at ? 'over' : 'under') : undefined}
      style={isDragged ? { translate: `0 ${dragged.by}px` } : undefined}
      onBlur={leave}
    >
      <button
        type="button"
        className={styles.handle}
        data-part="handle"
        aria-label={t('editor.list.move', { name })}
        aria-pressed={isTaken}
        aria-describedby={hint}
        onPointerDown={onPointerDown}
        onClick={() => order.take(at)}
        onKeyDown={press}
      >
        <GripIcon />
      </button>
      <div className={styles.fields}>
        {children}
        {isTaken && <Moves at={at} last={last} order={order} />}
      </div>
      <button
        type="button"
        className={styles.cross}
        data-part="cross"
        aria-label={t('editor.list.remove', { name })}
        onClick={() => order.remove(at)}
      >
        <CrossIcon />
      </button>
    </li>
  );
}

/** What arrow keys do, for those who press. */
function Moves({ at, last, order }: Pick<RowProps, 'at' | 'last' | 'order'>) {
  const { t } = useWords();
  return (
    <p className={styles.moves}>
      <SmallButton off={at === 0} onClick={() => order.carry(at - 1)}>
        <UpIcon />
        {t('editor.list.up')}
      </SmallButton>
      <SmallButton off={at === last} onClick={() => order.carry(at + 1)}>
        <DownIcon />
        {t('editor.list.down')}
      </SmallButton>
    </p>
  );
}
