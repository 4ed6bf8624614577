import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Router, useLocation } from 'wouter';
import { queries } from './api.ts';
import { Boundary } from './frame/Boundary.tsx';
import { Frame } from './frame/Frame.tsx';
import { Loading } from './parts/states.tsx';
import { lookWhoIsHere } from './session/acts.ts';
import { proof } from './session/proof.ts';
import { onTold, session } from './session/session.ts';
import { useTypingPause } from './session/use-typing-pause.ts';
import { useStore } from './store.ts';
import { DictionaryProvider, withWords } from './Words.tsx';

// How to add a page: CONTRIBUTING.md.

const SignIn = lazy(() => withWords(() => import('./signin/SignIn.tsx')));
const NotMine = lazy(() => withWords(() => import('./signin/NotMine.tsx')));
const EndedDialog = lazy(() => import('./session/EndedDialog.tsx'));
const ProofDialog = lazy(() => withWords(() => import('./session/ProofDialog.tsx')));
const Welcome = lazy(() => withWords(() => import('./welcome/Welcome.tsx')));

/** The owner's dashboard. The session decides what is shown. */
export function App() {
  return (
    <DictionaryProvider>
      <QueryClientProvider client={queries}>
        <Router base="/dashboard">
          <Boundary>
            <Suspense fallback={<Loading />}>
              <Screen />
            </Suspense>
          </Boundary>
        </Router>
      </QueryClientProvider>
    </DictionaryProvider>
  );
}

function Screen() {
  const here = useStore(session);
  const isAsked = useStore(proof) !== null;
  const isSignInAsked = useTypingPause(here.is === 'ended');
  const [path] = useLocation();
  useEffect(() => {
    void lookWhoIsHere();
    addEventListener('pagehide', hideKept);
    addEventListener('pageshow', showKept);
    const deaf = onTold(() => void lookWhoIsHere());
    return () => {
      removeEventListener('pagehide', hideKept);
      removeEventListener('pageshow', showKept);
      deaf();
    };
  }, []);
  if (here.is === 'asking') return <Loading />;
  const isSignIn =
    here.is === 'out' || here.is === 'offer' || here.is === 'unreachable' || path === '/sign-in';
  if (path === '/not-mine') return <NotMine />;
  if (isSignIn) return <SignIn here={here} />;
  const step = /^\/welcome\/([2-5])$/.exec(path)?.[1];
  return (
    <>
      {step === undefined ? <Frame covered={isSignInAsked} /> : <Welcome n={Number(step) as 2 | 3 | 4 | 5} />}
      <Suspense fallback={null}>
        {here.is === 'ended' && isSignInAsked && (
          <EndedDialog mail={here.mail} email={here.owner.email} why={here.ended} />
        )}
        {isAsked && <ProofDialog />}
      </Suspense>
    </>
  );
}

/** Hides a page that Back restores from memory (bfcache) until the session is known. */
function hideKept({ persisted }: PageTransitionEvent): void {
  if (persisted) document.body.hidden = true;
}

async function showKept({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted) return;
  if (await lookWhoIsHere()) document.body.hidden = false;
  else location.reload();
}
