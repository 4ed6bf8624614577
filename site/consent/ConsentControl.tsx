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

/** The small control that brings the question back, and the question itself while it is open. Nothing without an ID. */
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
    // Only the browser knows what was decided before; the markup from the build must not.
    // oxlint-disable-next-line react/set-state-in-effect
    else if (stored !== 'denied') setOpen(true);
  }, []);
  function decide(decision: Decision) {
    keep(CONSENT_KEY, decision);
    applyConsent(decision);
    setOpen(false);
    // The button just pressed is gone: the keyboard goes on from here, not from the top of the page.
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
