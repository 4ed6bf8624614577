import { Fragment, type ReactNode } from 'react';
import type { Person as Told } from '#contract/owner/people.ts';
import hidden from '#ui/hidden.module.css';
import { USUAL_MS, useOwner } from '../api.ts';
import { useBooks } from '../books.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Cell, Grid, Lead, Muted, Part } from '../parts/layout.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { StateDot } from '../parts/StateDot.tsx';
import { Loaded } from '../parts/states.tsx';
import { sourceName } from '../source-name.ts';
import { useWords } from '../words.ts';
import { PersonActs } from './PersonActs.tsx';
import styles from './Person.module.css';
import { Timeline } from './Timeline.tsx';

/** Everything about one person. */
export default function Person({ id }: { id: string }) {
  const { t } = useWords();
  const read = useOwner<Told>(`/people/${encodeURIComponent(id)}`, { every: USUAL_MS });
  const back = { href: '/people', page: t('nav.people') };
  if (read.problem?.code === 'not-found')
    return (
      <>
        <PageHead title={t('state.missingTitle')} back={back} />
        <Lead>{t('person.gone')}</Lead>
      </>
    );
  return (
    <>
      <PageHead
        title={
          read.data !== undefined ? (
            <span className={styles.address} translate="no">
              {breakable(read.data.address)}
            </span>
          ) : read.problem !== null ? (
            t('nav.people')
          ) : (
            <span className={hidden.hidden}>{t('nav.people')}</span>
          )
        }
        tab={t('nav.people')}
        back={back}
      />
      <Loaded read={read}>{(person) => <Whole person={person} />}</Loaded>
    </>
  );
}

/** Lets a long address break at its @ first. */
function breakable(address: string): ReactNode {
  const [local = '', domain = ''] = address.split('@');
  return (
    <>
      {local}@<wbr />
      {domain}
    </>
  );
}

function Whole({ person }: { person: Told }) {
  const words = useWords();
  const { t, moment } = words;
  const { kind, language, source, details, confirmedAt, since } = person;
  return (
    <>
      <div className={styles.state}>
        <StateDot state={kind}>{t(`people.state.${kind}`)}.</StateDot>{' '}
        <Muted>{t(`people.stateHint.${kind}`)}</Muted>
      </div>
      <Grid>
        <Cell span={7}>
          <h2 className={styles.heading}>{t('person.timeline')}</h2>
          <Timeline address={person.address} events={person.timeline} />
        </Cell>
        <Cell span={5}>
          <h2 className={styles.heading}>{t('person.facts')}</h2>
          <Pairs>
            <Pair term={t('people.by.language')}>{t(`languages.${language}`)}</Pair>
            <Pair term={t('people.by.since')}>{moment(since)}</Pair>
            {confirmedAt !== null && <Pair term={t('people.state.confirmed')}>{moment(confirmedAt)}</Pair>}
            <Pair term={t('people.by.source')}>
              {sourceName(words, source)}
              {details.map(({ name, value }) => (
                <small key={name} translate="no">
                  {name}={value}
                </small>
              ))}
            </Pair>
            <Pair term={t('person.purposes')}>
              <Purposes person={person} />
            </Pair>
          </Pairs>
          <Part title={t('person.actions')}>
            <PersonActs person={person} />
          </Part>
        </Cell>
      </Grid>
    </>
  );
}

/** Only confirmed subscribers may be emailed. */
function Purposes({ person: { kind, purposes, newsSince } }: { person: Told }) {
  const { t, short } = useWords();
  const { titleOf } = useBooks();
  if (kind !== 'confirmed') return t('person.purposeNone');
  const listed = purposes.map(({ book, told }) => {
    const purpose =
      book === null ? t('person.purposeLaunch') : t('person.purposeBook', { book: titleOf(book) });
    return (
      <Fragment key={book}>
        {told === null ? purpose : t('person.purposeTold', { purpose, date: short(told) })}
        <br />
      </Fragment>
    );
  });
  return (
    <>
      {listed}
      {newsSince !== null && t('person.purposeNews', { date: short(newsSince) })}
    </>
  );
}
