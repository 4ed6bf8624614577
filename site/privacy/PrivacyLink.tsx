import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { soonAddress } from '#contract/pages.ts';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { Late } from '../errors/Late.tsx';
import { loadChunk } from '../errors/chunk.ts';
import { useLanguage } from '../language/use-language.ts';

const PrivacyDialog = lazy(() => loadChunk('privacy', bringDialog));

/** A module that waits by itself would part what it shares with the page into five files. */
async function bringDialog() {
  const dialog = await import('./PrivacyDialog.tsx');
  await dialog.allStyles();
  return dialog;
}

/** Opens the notice as a dialog; without JavaScript it links to the notice's page. */
export function PrivacyLink() {
  const { language, text } = useLanguage();
  const page = soonAddress('privacy', language);
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  function onClick(event: MouseEvent) {
    if (state === 'failed' || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setState('open');
  }
  // Browsers cache a failed import; the notice then opens in a new tab, and typed text stays.
  const beside = state === 'failed' && { target: '_blank', rel: 'noopener' };
  return (
    <>
      <a href={page} {...beside} onClick={onClick} data-live="privacy">
        {text.privacy.link}
      </a>
      {state === 'open' && (
        <ErrorBoundary onLeave={() => setState('failed')}>
          <Suspense fallback={<Late href={page} />}>
            <PrivacyDialog onClose={() => setState('closed')} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
