import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Decision } from '../analytics/tags.ts';
import { useLanguage } from '../language/use-language.ts';
import { keep, recall } from '../storage/local.ts';
import { hasTags } from '../values.ts';

const CONSENT_KEY = 'consent';
// A blocker may keep the chunk away: nobody is asked then, and nobody has agreed.
const ConsentBanner = lazy(() => import('./ConsentBanner.tsx').catch(() => ({ default: () => null })));

/** Kept away, nothing of Google is loaded. */
function applyConsent(decision: Decision): void {
  import('../analytics/decision.ts').then((module) => module.applyConsent(decision)).catch(() => {});
}

/** The small control that reopens the question, and the open question. Nothing without an ID. */
export function ConsentControl({ className }: { className: string | undefined }) {
  return hasTags() ? <Control className={className} /> : null;
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
  function decide(decision: Decision) {
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
      {open && (
        <Suspense fallback={null}>
          <ConsentBanner onDecide={decide} />
        </Suspense>
      )}
    </>
  );
}
