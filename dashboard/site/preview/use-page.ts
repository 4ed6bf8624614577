import { useEffect, useRef, useState } from 'react';
import type { Json } from '#contract/content/content.ts';
import type { Language } from '#contract/language.ts';
import {
  MOST_OVER,
  type PreviewMade,
  type PreviewRequest,
  type PreviewShows,
} from '#contract/owner/preview.ts';
import { RequestError } from '../../problem.ts';
import { useWords, type UseWords } from '../../words.ts';
import { isAt, fieldKey, pathOfPlace, type EditorPlace, type Site } from '../draft.ts';
import { useFrameDocument } from './use-frame-document.ts';
import { labelOf } from '../labels.ts';
import { afterPaint } from '../autosave/after-paint.ts';
import { focused } from '../focus.ts';
import { PreviewPage } from './page.ts';
import { previewOf } from './preview.ts';
import { useAutosave } from '../autosave/use-autosave.ts';

/** From the last key to the server’s rendering: longer than between two keys, whose answer it would delay. */
const REST_MS = 200;
const RETRY_MS = 2000;

/** `version`: its number; without one the draft is shown. */
export type PreviewTarget = { shows: PreviewShows; language: Language; version?: number };

/** A page, and what was typed over the draft in it. */
export type DrawnPage = { made: PreviewMade; over: Readonly<Record<string, Json>> };

export type ShownPage = ReturnType<typeof usePage>;

/** The page of a frame, drawn from a version, or from the draft and what is typed. `onPress`: a field was pressed in it. */
export function usePage({
  site,
  shown,
  onPress,
  onLeave,
}: {
  site: Site;
  shown: PreviewTarget;
  onPress: (field: string, at: string) => void;
  onLeave: () => void;
}) {
  const { doc, frame } = useFrameDocument();
  const [page, setPage] = useState<PreviewPage | null>(null);
  const latest = useRef({ onPress, onLeave });
  useEffect(() => {
    latest.current = { onPress, onLeave };
  });
  useEffect(() => {
    if (doc === null) return;
    const made = new PreviewPage(doc, {
      onPress: (field, at) => latest.current.onPress(field, at),
      onLeave: () => latest.current.onLeave(),
    });
    setPage(made);
    return () => {
      setPage(null);
      made.end();
    };
  }, [doc]);
  const { drawn, failed } = useDrawn(page, site, shown);
  useFocus(page, site, shown.language);
  return { frame, page, drawn, failed };
}

/** Draws the page again whenever the draft or what is typed has changed; nothing is typed over a version. */
function useDrawn(page: PreviewPage | null, site: Site, shown: PreviewTarget) {
  const words = useWords();
  const autosave = useAutosave();
  const [failed, setFailed] = useState(false);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const { shows, ...rest } = shown;
  const isDraft = shown.version === undefined;
  const asked = JSON.stringify({ ...shows, ...rest });
  useEffect(() => {
    if (page === null) return;
    setLabels(page, site, words);
    const overNow = () => (isDraft ? autosave.over() : {});
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let last = 0;
    async function draw() {
      last += 1;
      const turn = last;
      const over = Object.fromEntries(Object.entries(overNow()).slice(0, MOST_OVER));
      const body = { ...JSON.parse(asked), over } as PreviewRequest;
      try {
        const made = await previewOf(body, left.signal);
        if (left.signal.aborted || turn !== last) return;
        page?.show(made);
        // Keys since then.
        for (const [field, value] of Object.entries(overNow()))
          if (value !== over[field]) page?.type(field, value);
        setDrawn({ made, over });
        setFailed(false);
      } catch (error) {
        if (left.signal.aborted || turn !== last) return;
        // A newer request has taken its place, or the strip says that the line is lost.
        const isKnown = error instanceof RequestError && ['under-way', 'offline'].includes(error.code);
        if (!isKnown) setFailed(true);
        soon(RETRY_MS);
      }
    }
    function soon(ms: number) {
      clearTimeout(timer);
      timer = setTimeout(() => void draw(), ms);
    }
    let before = overNow();
    const unsubscribe = autosave.subscribePainted(() => {
      const now = overNow();
      const changed = Object.entries(now).filter(([field, value]) => before[field] !== value);
      const isSame = changed.length === 0 && Object.keys(before).every((field) => field in now);
      before = now;
      if (isSame) return;
      for (const [field, value] of changed) page.type(field, value);
      soon(REST_MS);
    });
    void draw();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      left.abort();
    };
  }, [page, site, autosave, isDraft, asked, words]);
  return { drawn, failed };
}

function setLabels(page: PreviewPage, site: Site, words: UseWords): void {
  page.setLabels(
    (key) => labelOf(words, site.field(key) ?? { name: key }),
    (part) => words.t('editor.hiddenPart', { part: labelOf(words, { name: `hidden.${part}` }) }),
  );
}

/** The page scrolls to the sentence whose field has the focus, in its own language. */
function useFocus(page: PreviewPage | null, site: Site, language: Language): void {
  useEffect(() => {
    if (page === null) return;
    const choose = () => {
      const field = site.field(focused.get() ?? '');
      page.choose(field === undefined ? null : fieldKey(field, language));
    };
    choose();
    return focused.subscribe(() => afterPaint(choose));
  }, [page, site, language]);
}

/** Other owners at this place are outlined in the page. */
export function usePeers(page: PreviewPage | null, { others, fields }: Site, place: EditorPlace): void {
  useEffect(() => {
    const here = others.filter((other) => other.page === pathOfPlace(place));
    page?.setPeers(
      here.flatMap(({ name, field }) => {
        const known = fields.find(({ key }) => key === field);
        return known && isAt(known, place) ? [{ name, field: known.key }] : [];
      }),
    );
  }, [page, others, fields, place]);
}
