import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import hidden from '#ui/hidden.module.css';
import mark from '#ui/ErrorMark.module.css';
import { TextButton } from '../../parts/Button.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { labelOf } from '../labels.ts';
import { focusField } from './focus.ts';
import { Around, type Pairs } from './Pair.tsx';
import { PointRow } from './PointRow.tsx';
import { added, isSamePoints, listOf, movedTo, pointsOf, type Points } from './points.ts';
import { useDragged } from './use-dragged.ts';
import { typedFields, useTypedInEach } from './use-typed.ts';
import box from './WordBox.module.css';
import styles from './PointList.module.css';

const MOST = 8;

type Props = { name: string; pair: Pairs; site: Site };

/** Points that an owner adds, moves and removes, in both languages at once. */
export function PointList({ name, pair, site }: Props) {
  const { t } = useWords();
  const hint = useId();
  const label = labelOf(t, name);
  const list = useRef<HTMLUListElement>(null);
  const { points, said, lifted, ...acts } = useActs(list, pair, site);
  const { dragged, onPointerDown } = useDragged(list, acts.move);
  return (
    <div className={styles.points} role="group" aria-label={label}>
      <p className={styles.label}>
        <span aria-hidden="true">{label}</span>
        <span>{t('editor.list.most', { n: MOST })}</span>
      </p>
      <ul ref={list} className={styles.list}>
        {points.map((point, at) => (
          <PointRow
            key={point.id}
            point={point}
            at={at}
            label={label}
            name={acts.nameOf(at)}
            pair={pair}
            hint={hint}
            lifted={lifted === point.id}
            dragged={dragged}
            onPointerDown={onPointerDown}
            onTake={() => acts.take(at)}
            onPut={acts.drop}
            onBack={acts.back}
            onMove={(step) => acts.move(at, at + step)}
            onRemove={() => acts.remove(at)}
            onWrite={(language, words) => acts.put(points.with(at, { ...point, [language]: words }))}
          />
        ))}
      </ul>
      <p className={hidden.hidden} role="status">
        {said}
      </p>
      {points.length < MOST && <TextButton onClick={acts.add}>{t('editor.list.add')}</TextButton>}
      <p className={styles.hint} id={hint}>
        {t('editor.list.hint')}
      </p>
      <Notes pair={pair} site={site} />
    </div>
  );
}

/** What is done to the points, and what is said of it. `lifted`: the id of a point that keys move. */
function useActs(list: RefObject<Element | null>, pair: Pairs, site: Site) {
  const { t } = useWords();
  const [points, put] = usePoints(pair, site);
  // An undo comes later, when the list is another.
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  const [lifted, lift] = useState<{ id: number; before: Points } | null>(null);
  const [said, say] = useState('');
  const nameOf = (at: number) =>
    LANGUAGES.map((language) => points[at]?.[language]).find(Boolean) ??
    t('editor.list.unnamed', { n: at + 1 });
  const values = (at: number) => ({ name: nameOf(at), n: at + 1, total: points.length });
  const focusLater = (at: number) => requestAnimationFrame(() => focusRow(list.current, at, pair));
  return {
    points,
    put,
    said,
    lifted: lifted?.id,
    nameOf,
    move(from: number, to: number) {
      const at = Math.min(Math.max(to, 0), points.length - 1);
      if (at !== from) put(movedTo(points, from, at));
      say(t('editor.list.moved', { ...values(from), n: at + 1 }));
    },
    take(at: number) {
      const point = points[at];
      const isTaken = point !== undefined && lifted?.id !== point.id;
      lift(isTaken ? { id: point.id, before: points } : null);
      if (isTaken) say(t('editor.list.grabbed', values(at)));
    },
    drop: () => lift(null),
    back() {
      if (lifted !== null) put(lifted.before);
      lift(null);
    },
    remove(at: number) {
      put(points.toSpliced(at, 1));
      const undo = { word: t('editor.list.undo'), press: () => Promise.resolve(latest.current(points)) };
      toast(t('editor.list.removed'), { act: undo });
      focusLater(Math.min(at, points.length - 2));
    },
    add() {
      put(added(points));
      focusLater(points.length);
    },
  };
}

function focusRow(list: Element | null, at: number, pair: Pairs): void {
  if (list !== null) focusField(pair[LANGUAGES[0]].key, `[${at}]`, list);
}

/** The points as they are typed; those without words are only here. */
function usePoints(pair: Pairs, site: Site): [points: Points, put: (next: Points) => void] {
  const typed = useTypedInEach(inEach((language) => pair[language].key));
  const baseOf = (language: Language) => {
    const { key } = pair[language];
    return { revision: site.row(key)?.revision ?? 0, value: site.valueOf(key) };
  };
  const listNow = (language: Language) => (typed[language] ?? baseOf(language).value) as string[];
  const lists = inEach(listNow);
  const [points, setPoints] = useState(() => pointsOf(lists));
  const now = pointsOf(lists, points);
  if (!isSamePoints(points, now)) setPoints(now);
  function put(next: Points) {
    setPoints(next);
    for (const language of LANGUAGES) {
      const list = listOf(next, language);
      if (JSON.stringify(list) !== JSON.stringify(lists[language]))
        typedFields().write(pair[language].key, list, baseOf(language));
    }
  }
  return [points, put];
}

/** What to look at in the whole list. */
function Notes({ pair, site }: Omit<Props, 'name'>) {
  const { t } = useWords();
  return (
    <>
      {LANGUAGES.map((language) => {
        const field = pair[language];
        const base = { revision: site.row(field.key)?.revision ?? 0, value: site.valueOf(field.key) };
        return (
          site.checks.includes(field) && (
            <div key={language} className={styles.check}>
              <p className={`${mark.mark} ${box.warn}`}>{t(`editor.check.${language}`)}</p>
              <TextButton onClick={() => typedFields().confirm(field.key, base)}>
                {t('editor.fits')}
              </TextButton>
            </div>
          )
        );
      })}
      <Around pair={pair} site={site} />
    </>
  );
}
