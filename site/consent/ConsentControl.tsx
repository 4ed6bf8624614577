import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { applyConsent } from '../analytics/tags.ts';
import { useLanguage } from '../language/use-language.ts';
import { HAS_TAGS } from '../settings.ts';
import { keep, recall } from '../storage/local.ts';

const CONSENT_KEY = 'consent';
// Without an ID neither the question nor its chunk exists: the bundler must see the condition right here.
// A blocker may block the chunk: then nobody is asked, and nobody has agreed.
const ConsentBanner =
  import.meta.env.GA_ID !== null || import.meta.env.GTM_ID !== null
    ? lazy(() => import('./ConsentBanner.tsx').catch(() => ({ default: () => null })))
    : null;

/** The small control that reopens the question, and the open question. Nothing without an ID. */
export function ConsentControl({ className }: { className: string | undefined }) {
  return HAS_TAGS ? <Control className={className} /> : null;
}

function Control({ className }: { className: string | undefined }) {
  const { text } = useLanguage();
  const [open, setOpen] = useState(false);
  const control = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const stored = recall(CONSENT_KEY);
    if (stored === 'granted') applyConsent('granted');
    // Only the browser knows an earlier decision; the prerendered markup must not.
    // oxlint-disable-next-line react/set-state-in-effect
    else if (stored !== 'denied') setOpen(true);
  }, []);
  function decide(decision: 'granted' | 'denied') {
    keep(CONSENT_KEY, decision);
    applyConsent(decision);
    setOpen(false);
    // The pressed button is gone: the keyboard continues here, not at the top of the page.
    control.current?.focus({ preventScroll: true });
  }
  return (
    <>
      <button
        ref={control}
        className={className}
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        data-live="consent"
      >
        {text.soon.cookies}
      </button>
      {open && ConsentBanner && (
        <Suspense fallback={null}>
          <ConsentBanner onDecide={decide} />
        </Suspense>
      )}
    </>
  );
}
