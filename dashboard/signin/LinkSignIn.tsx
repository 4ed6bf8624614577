import { useEffect, useState } from 'react';
import type { LinkPosted, LookedLink } from '#contract/owner/session.ts';
import { Button } from '../parts/Button.tsx';
import { LoadFailed, Loading } from '../parts/states.tsx';
import { RequestError } from '../problem.ts';
import { plainRequest } from '../request.ts';
import { comeIn } from '../session/acts.ts';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { OUT, session } from '../session/session.ts';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import { SignInGate, GateHead, Ways } from './SignInGate.tsx';
import { Setup } from './Setup.tsx';

/** Why a link did not sign in. */
export type LinkTrouble = 'expired' | 'otherBrowser';

/** `to`: the page that follows. */
type Props = { token: string; onEnd: (why: LinkTrouble | null, to?: string) => void };

/** Shown when a sign-in link was opened. Only a press uses the link up, as mail scanners open links too. */
export function LinkSignIn({ token, onEnd }: Props) {
  const [looked, setLooked] = useState<LookedLink | null>(null);
  const [failed, setFailed] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isMeant = true;
    plainRequest<LookedLink>('/session/link/look', { body: { token } }).then(
      (link) => isMeant && setLooked(link),
      (problem: RequestError) => {
        if (!isMeant) return;
        const why = troubleIn(problem);
        if (why === null) setFailed(problem);
        else onEnd(why);
      },
    );
    return () => {
      isMeant = false;
    };
    // `onEnd` changes at each render of the parent.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [token, tries]);
  async function follow(posted: Omit<LinkPosted, 'token'>) {
    try {
      await plainRequest('/session/link', { body: { token, ...posted } satisfies LinkPosted });
    } catch (problem) {
      const why = troubleIn(problem);
      if (why === null) throw problem;
      return onEnd(why);
    }
    // This page has no data of the owner who was signed in here before.
    session.set({ ...OUT, is: 'out' });
    const isFirst = looked?.kind === 'setup';
    // The first owner is offered a passkey by the checklist, after the steps of the first start.
    await comeIn(!isFirst);
    onEnd(null, isFirst ? '/welcome/2' : '/');
  }
  if (failed !== null)
    return (
      <SignInGate>
        <LoadFailed
          problem={failed}
          again={() => {
            setFailed(null);
            setTries(tries + 1);
          }}
        />
      </SignInGate>
    );
  if (looked === null)
    return (
      <SignInGate>
        <Loading />
      </SignInGate>
    );
  return looked.kind === 'setup' ? (
    <Setup until={looked.expiresAt} follow={follow} />
  ) : (
    <Press follow={follow} />
  );
}

function troubleIn(problem: unknown): LinkTrouble | null {
  if (!(problem instanceof RequestError)) return null;
  const code = problem.of('token');
  if (code === undefined) return null;
  return code === 'other-browser' ? 'otherBrowser' : 'expired';
}

function Press({ follow }: { follow: (posted: Omit<LinkPosted, 'token'>) => Promise<void> }) {
  const { t } = useWords();
  const link = usePress(() => follow({}));
  return (
    <SignInGate>
      <GateHead title={t('signin.linkTitle')} />
      <ErrorNotice text={link.said} />
      <Ways>
        <Button busy={link.busy} onClick={link.press}>
          {t('signin.linkButton')}
        </Button>
      </Ways>
    </SignInGate>
  );
}
