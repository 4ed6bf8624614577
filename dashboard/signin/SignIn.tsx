import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { LoadFailed } from '../parts/states.tsx';
import { lookWhoIsHere } from '../session/acts.ts';
import type { Session } from '../session/session.ts';
import { useWords } from '../words.ts';
import { SignInGate, GateHead } from './SignInGate.tsx';
import { SignInOptions } from './SignInOptions.tsx';
import { LinkSignIn, type LinkTrouble } from './LinkSignIn.tsx';
import { Offer } from './Offer.tsx';

/**
 * Links from the server and in mails lead here. The token is in the fragment, which is not sent to any
 * server. Elsewhere, e.g. `/settings#passkeys`, the fragment is a place on the page.
 */
const tokenIn = () => (location.pathname.endsWith('/sign-in') ? location.hash.slice(1) : '');

/** All screens before the dashboard: sign-in, an opened link, the offer of a passkey. */
export default function SignIn({ here }: { here: Exclude<Session, { is: 'asking' }> }) {
  const { t } = useWords();
  const [, go] = useLocation();
  const [token, setToken] = useState(tokenIn);
  const [trouble, setTrouble] = useState<LinkTrouble | null>(null);
  useEffect(() => {
    const changed = () => setToken(tokenIn());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const isIn = here.is === 'in' || here.is === 'ended';
  useEffect(() => {
    if (token === '' && isIn) go('/', { replace: true });
  }, [token, isIn, go]);
  function end(why: LinkTrouble | null, to = '/') {
    setTrouble(why);
    setToken('');
    go(to, { replace: true });
  }
  if (here.is === 'unreachable')
    return (
      <SignInGate>
        <GateHead title={t('signin.title')} />
        <LoadFailed problem={here.problem} again={() => void lookWhoIsHere()} />
      </SignInGate>
    );
  if (token !== '') return <LinkSignIn token={token} onEnd={end} />;
  if (here.is === 'offer') return <Offer owner={here.owner} provesLater={here.provesLater} />;
  if (here.is === 'out') return <SignInOptions here={here} trouble={trouble} />;
  return null;
}
