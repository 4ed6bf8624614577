import { useCallback, useEffect, useRef, useState } from 'react';
import { PREVIEW_FRAME } from '#contract/owner/preview.ts';
import { session } from '../../session/session.ts';

/** Also from one failure to the next. */
const EVERY_MS = 2000;

/**
 * The empty document of a frame, to be filled with a page; null: not there. After an answer that is none (offline, no
 * session, a server that restarts) it is loaded again. All but `doc` are the frame's.
 */
export function useFrameDocument() {
  const ref = useRef<HTMLIFrameElement>(null);
  const [doc, setDoc] = useState<Document | null>(null);
  const onLoad = useCallback(() => {
    const loaded = ref.current?.contentDocument ?? null;
    setDoc(isOurs(loaded) ? loaded : null);
  }, []);
  useEffect(() => {
    if (doc !== null) return;
    const listening = new AbortController();
    function load() {
      const now = ref.current?.contentDocument;
      // A first load on a slow line goes on.
      if (now?.URL !== 'about:blank') ref.current?.contentWindow?.location.replace(PREVIEW_FRAME);
    }
    const timer = setInterval(load, EVERY_MS);
    const unsubscribe = session.subscribe(() => session.get().is === 'in' && load());
    addEventListener('online', load, { signal: listening.signal });
    return () => {
      clearInterval(timer);
      unsubscribe();
      listening.abort();
    };
  }, [doc]);
  return { doc, frame: { ref, src: PREVIEW_FRAME, onLoad } };
}

/** A problem is text, and a proxy's page has words. */
function isOurs(doc: Document | null): boolean {
  return doc?.contentType === 'text/html' && doc.URL.endsWith(PREVIEW_FRAME) && !doc.body.hasChildNodes();
}
