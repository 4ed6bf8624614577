import { useState } from 'react';
import type {
  AnnouncementNow,
  Purpose,
  Sums,
  NotReached as Person,
  UntoldPage,
} from '#contract/owner/launch.ts';
import { useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton, TextButton, TextLink } from '../parts/Button.tsx';
import { Part, Row, Rows } from '../parts/layout.tsx';
import { More } from '../parts/More.tsx';
import { Loaded } from '../parts/states.tsx';
import { Why } from '../mails/Why.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';

type State = 'failed' | 'unknown';
export const UNTOLD: readonly State[] = ['failed', 'unknown'];

/** Lists the recipients without a delivered mail, each with the mail server's reply and a button to resend. */
export function NotReachedList({
  now,
  sums,
  states,
}: {
  now: AnnouncementNow;
  sums: Sums;
  states: readonly State[];
}) {
  return states.map(
    (state) => sums[state] > 0 && <List key={state} now={now} state={state} n={sums[state]} />,
  );
}

function List({ now, state, n }: { now: AnnouncementNow; state: State; n: number }) {
  const { t } = useWords();
  const isAsked = now.state === 'done' || now.state === 'stopped' || now.reason?.why === state;
  const [isShown, setShown] = useState(isAsked);
  const [asked, setAsked] = useState<State | Person | null>(null);
  const pathAfter = (id: number) => pathOf(now.purpose, `/untold?state=${state}&after=${id}&n=${n}`);
  const { data: first } = useOwner<UntoldPage>(isShown ? pathAfter(0) : null);
  const tellable = first?.tellable ?? 0;
  // While sending is paused or stopped, a resend would also send held mails.
  const isPossible = now.state === 'done' || now.state === 'sending';
  return (
    <Part
      title={t(`launch.sending.${state}`)}
      aside={
        !isShown ? (
          <TextButton onClick={() => setShown(true)}>{t('common.look')}</TextButton>
        ) : (
          isPossible &&
          tellable > 0 && (
            <TextButton onClick={() => setAsked(state)}>
              {t(state === 'failed' ? 'launch.done.againFailed' : 'launch.done.again')}
            </TextButton>
          )
        )
      }
    >
      {isShown && <Some pathAfter={pathAfter} after={0} onAgain={isPossible ? setAsked : null} />}
      {asked !== null && (
        <AgainDialog
          purpose={now.purpose}
          which={typeof asked === 'string' ? asked : [asked.id]}
          address={typeof asked === 'string' ? null : asked.address}
          n={typeof asked === 'string' ? tellable : 1}
          mayBeTwice={state === 'unknown'}
          onClose={() => setAsked(null)}
        />
      )}
    </Part>
  );
}

type SomeProps = {
  pathAfter: (id: number) => string;
  after: number;
  onAgain: ((person: Person) => void) | null;
};

function Some({ pathAfter, after, onAgain }: SomeProps) {
  const read = useOwner<UntoldPage>(pathAfter(after));
  const [isMore, setMore] = useState(false);
  return (
    <Loaded read={read}>
      {({ people, next }) => (
        <>
          <Rows>
            {people.map((person) => (
              <UntoldRow key={person.id} person={person} onAgain={onAgain} />
            ))}
          </Rows>
          {next !== null && !isMore && <More onPress={() => setMore(true)} />}
          {next !== null && isMore && <Some pathAfter={pathAfter} after={next} onAgain={onAgain} />}
        </>
      )}
    </Loaded>
  );
}

type UntoldRowProps = { person: Person; onAgain: ((person: Person) => void) | null };

function UntoldRow({ person, onAgain }: UntoldRowProps) {
  const { t } = useWords();
  const { id, address, why, reply, canBeTold } = person;
  return (
    <Row
      title={
        address === null ? t('launch.done.erased') : <TextLink href={`/people/${id}`}>{address}</TextLink>
      }
      end={
        onAgain && canBeTold ? (
          <SmallButton
            aria-label={`${t('mails.retry')}: ${address ?? t('launch.done.erased')}`}
            onClick={() => onAgain(person)}
          >
            {t('mails.retry')}
          </SmallButton>
        ) : undefined
      }
    >
      <Why why={why} address={address} said={reply ?? ''} />
    </Row>
  );
}

type AgainProps = {
  purpose: Purpose;
  which: State | number[];
  /** The address, if there is only one. */
  address: string | null;
  n: number;
  mayBeTwice: boolean;
  onClose: () => void;
};

function AgainDialog({ purpose, which, address, n, mayBeTwice, onClose }: AgainProps) {
  const { t } = useWords();
  const again = useAct(pathOf(purpose, '/again'), { retryAfterSignIn: false });
  async function press() {
    await again.send({ which });
    toast(t('launch.done.againDone', { n }));
    onClose();
  }
  return (
    <AskDialog
      title={t('launch.done.againTitle', { n })}
      yes={t('mails.retry')}
      act={again}
      onYes={press}
      onClose={onClose}
    >
      {address !== null && <p>{address}</p>}
      {mayBeTwice && <p>{t('launch.done.againText')}</p>}
    </AskDialog>
  );
}
