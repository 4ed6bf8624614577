import type { Today } from '#contract/owner/today.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { TextLink } from '../parts/Button.tsx';
import { Cell, Grid } from '../parts/layout.tsx';
import { Across, Pair } from '../parts/Pairs.tsx';
import { Swing } from '../parts/Swing.tsx';
import { useWords } from '../words.ts';
import { Form } from './Form.tsx';
import { Needs } from './Needs.tsx';
import layout from '../parts/layout.module.css';

type Launch = NonNullable<Today['launch']>;

/** From the launch on: the progress of sending, and the results. `at`: when the data was read. */
export default function LaunchDay({
  today,
  launch,
  over,
  at,
}: {
  today: Today;
  launch: Launch;
  over: string;
  at: number;
}) {
  const { t, number } = useWords();
  return (
    <>
      <PageHead
        title={t(today.stage === 'live' ? 'launchDay.title' : 'nav.today')}
        tab={t('nav.today')}
        over={over}
        acts={<TextLink href="/launch">{t('launchDay.look')}</TextLink>}
      />
      <Told launch={launch} at={at} />
      <div className={layout.part}>
        <Across>
          <Pair term={t('launchDay.visits')}>
            {number(launch.visits)}
            <small>{t('launchDay.visitsHint')}</small>
          </Pair>
          <Pair term={t('launchDay.signups')}>{number(launch.signups)}</Pair>
          <Pair term={t('launchDay.messages')}>{number(launch.messages)}</Pair>
          <Pair term={t('launchDay.left')}>{number(launch.left)}</Pair>
        </Across>
      </div>
      <div className={layout.part}>
        <Grid>
          <Cell span={7}>
            <Needs needs={today.needs} />
          </Cell>
          <Cell span={5}>
            <Form form={today.form} />
          </Cell>
        </Grid>
      </div>
    </>
  );
}

function Told({ launch, at }: { launch: Launch; at: number }) {
  const { t, number, time } = useWords();
  const { state, told: n, ended, total, openedAt, undoUntil } = launch;
  const length = undoUntil - openedAt;
  const taken = length <= 0 ? 1 : Math.min(1, (at - openedAt) / length);
  const place = state === 'undo' ? 0.5 * taken : 0.5 + (total === 0 ? 0.5 : (0.5 * ended) / total);
  const caption = t('launchDay.told', { n: total, total });
  return (
    <Swing
      t={place}
      bob={state === 'paused' ? 'paused' : state === 'stopped' ? 'stopped' : 'full'}
      label={t('launch.arcLabel')}
      valueText={`${number(n)} ${caption}`}
      number={number(n)}
      caption={caption}
      points={[
        { name: time(openedAt), text: t('launch.ofLaunch.opens') },
        { name: time(undoUntil), text: t('launch.arcMails') },
        { name: number(total), text: t('launch.ofLaunch.all') },
      ]}
    />
  );
}
