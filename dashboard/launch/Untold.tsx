import { useState } from 'react';
import type { AnnouncementNow, Purpose, Sums, Untold as Person, UntoldPage } from '#contract/owner/launch.ts';
import { useAct, useOwner } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton, TextButton, TextLink } from '../parts/Button.tsx';
import { Part, Row, Rows } from '../parts/layout.tsx';
import { Loaded } from '../parts/states.tsx';
import { toast } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';

type State = 'failed' | 'unknown';

/** Who was not told, by name, with what the mail server said; each can be told once more. */
export function Untold({ now, sums }: { now: AnnouncementNow; sums: Sums }) {
  return (['failed', 'unknown'] as const).map(
    (state) => sums[state] > 0 && <List key={state} now={now} state={state} n={sums[state]} />,
  );
}

function List({ now, state, n }: { now: AnnouncementNow; state: State; n: number }) {
  const { t } = useWords();
  const [isShown, setShown] = useState(now.state === 'done' || now.state === 'stopped');
  const [after, setAfter] = useState(0);
  const [asked, setAsked] = useState<State | number | null>(null);
  const path = pathOf(now.purpose, `/untold?state=${state}&after=${after}&n=${n}`);
  const read = useOwner<UntoldPage>(isShown ? path : null);
  const tellable = read.data?.tellable ?? 0;
  // Not where it would also tell those who were kept back.
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
      {isShown && (
        <Loaded read={read}>
          {({ people, next }) => (
            <>
              <Rows>
                {people.map((person) => (
                  <UntoldRow
                    key={person.id}
                    person={person}
                    onAgain={isPossible ? () => setAsked(person.id) : null}
                  />
                ))}
              </Rows>
              {next !== null && <TextButton onClick={() => setAfter(next)}>{t('common.more')}</TextButton>}
            </>
          )}
        </Loaded>
      )}
      {asked !== null && (
        <AgainDialog
          purpose={now.purpose}
          which={typeof asked === 'number' ? [asked] : asked}
          n={typeof asked === 'number' ? 1 : tellable}
          mayBeTwice={state === 'unknown'}
          onClose={() => setAsked(null)}
        />
      )}
    </Part>
  );
}

function UntoldRow({ person, onAgain }: { person: Person; onAgain: (() => void) | null }) {
  const { t } = useWords();
  const { id, address, reply, canBeTold } = person;
  return (
    <Row
      title={
        address === null ? t('launch.done.erased') : <TextLink href={`/people/${id}`}>{address}</TextLink>
      }
      text={reply ?? t('launch.done.noWords')}
      end={
        onAgain && canBeTold ? (
          <SmallButton onClick={onAgain}>{t('launch.done.againOne')}</SmallButton>
        ) : undefined
      }
    />
  );
}

type AgainProps = {
  purpose: Purpose;
  which: State | number[];
  n: number;
  mayBeTwice: boolean;
  onClose: () => void;
};

function AgainDialog({ purpose, which, n, mayBeTwice, onClose }: AgainProps) {
  const { t } = useWords();
  const again = useAct(pathOf(purpose, '/again'), { goesOn: false });
  async function press() {
    await again.send({ which });
    toast(t('launch.done.againDone', { n }));
    onClose();
  }
  return (
    <AskDialog
      title={t('launch.done.againTitle', { n })}
      yes={t('launch.done.againOne')}
      act={again}
      onYes={press}
      onClose={onClose}
    >
      {mayBeTwice && <p>{t('launch.done.againText')}</p>}
    </AskDialog>
  );
}
