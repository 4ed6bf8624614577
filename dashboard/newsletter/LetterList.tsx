import { Link } from 'wouter';
import { letterOf } from '#contract/announcement.ts';
import { type Frequency, frequencyOf, OFTEN } from '#contract/newsletter.ts';
import { LANGUAGES } from '#contract/language.ts';
import type { LettersNow } from '#contract/owner/launch.ts';
import { NEWSLETTER_PATH } from '#contract/pages.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { SmallButton, SmallLink } from '../parts/Button.tsx';
import { Big } from '../parts/layout.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { useCopy } from '../parts/toasts.ts';
import { Warn } from '../parts/Warn.tsx';
import { useStore } from '../store.ts';
import { useWords } from '../words.ts';
import { LetterTable } from './LetterTable.tsx';
import { leaving, peopleIn, useLetters, useNewLetter } from './use-letters.ts';
import layout from '../parts/layout.module.css';
import styles from './Newsletter.module.css';

/** Where an owner says how often it comes. */
const OFTEN_AT = '/site/facts?field=newsletter.aMonth';

/** Who gets the newsletter, and what was written. */
export function LetterList() {
  const { t } = useWords();
  const read = useLetters();
  const { data } = read;
  const { make, busy } = useNewLetter();
  const isOn = data !== undefined && frequencyOf(data.aMonth) !== null;
  return (
    <>
      <PageHead
        title={t('nav.newsletter')}
        {...(data?.isOpen === false && { back: { href: '/launch', page: t('nav.launch') } })}
        acts={
          isOn && (
            <SmallButton solid={peopleIn(data) > 0} busy={busy} onClick={() => make()}>
              {t('letters.new')}
            </SmallButton>
          )
        }
      />
      <Loaded read={read}>{(now) => <Letters now={now} />}</Loaded>
    </>
  );
}

function Letters({ now }: { now: LettersNow }) {
  const { t } = useWords();
  const hidden = useStore(leaving);
  const letters = now.letters.filter(({ purpose }) => !hidden.includes(purpose));
  const often = frequencyOf(now.aMonth);
  return (
    <>
      {often === null ? <Off now={now} /> : <Readers now={now} often={often} />}
      {often !== null && !isWritten(letters) && <p className={styles.nothing}>{t('letters.nothing')}</p>}
      {letters.length > 0 && (
        <div className={layout.part}>
          <LetterTable letters={letters} />
        </div>
      )}
    </>
  );
}

/** Whether one is a newsletter: books and the launch are listed, too. */
function isWritten(letters: LettersNow['letters']): boolean {
  return letters.some(({ purpose }) => letterOf(purpose) !== null);
}

function Readers({ now, often }: { now: LettersNow; often: Frequency }) {
  const { t, number, capital } = useWords();
  const n = peopleIn(now);
  const promise = t(`launch.ofLetter.often.${OFTEN[often]}`);
  const change = <Link href={OFTEN_AT}>{t('letters.change')}</Link>;
  if (n === 0)
    return (
      <Empty title={t('letters.nobody.title')} text={t(`letters.nobody.${now.isOpen ? 'after' : 'before'}`)}>
        {now.isOpen && <Share />}
        <p className={styles.sub}>
          <span>{capital(promise)}.</span> {change}
        </p>
      </Empty>
    );
  const byLanguage = LANGUAGES.map((one) => `${one.toUpperCase()} ${number(now.people[one])}`);
  return (
    <>
      <Big caption={t(now.isOpen ? 'letters.people' : 'letters.want', { n })}>{number(n)}</Big>
      <p className={styles.sub}>
        <span>{[...byLanguage, promise].join(' · ')}</span> {change}
      </p>
      {!now.isOpen && <p className={styles.before}>{t('letters.before')}</p>}
    </>
  );
}

/** The page on which visitors ask for it. */
function Share() {
  const { t } = useWords();
  const copy = useCopy();
  const page = `${location.origin}${NEWSLETTER_PATH}`;
  return (
    <p className={styles.share}>
      <a href={page} target="_blank" rel="noreferrer">
        {page}
      </a>
      <SmallButton onClick={() => copy(page)}>{t('letters.nobody.share')}</SmallButton>
    </p>
  );
}

/** Nobody can be asked whether they want one: why, where they would be asked, and who was not. */
function Off({ now }: { now: LettersNow }) {
  const { t } = useWords();
  const late = peopleIn(now) > 0 ? 0 : (now.letters.find(({ purpose }) => purpose === 'launch')?.sent ?? 0);
  const places = now.isOpen
    ? (['book', 'confirm', 'site'] as const)
    : (['launch', 'book', 'confirm'] as const);
  return (
    <Empty
      title={t(isWritten(now.letters) ? 'letters.off.again' : 'letters.off.title')}
      text={t('letters.off.text')}
    >
      <div>
        <p className={styles.where}>{t('letters.off.where')}</p>
        <ul className={styles.places}>
          {places.map((place) => (
            <li key={place}>{t(`letters.off.${place}`)}</li>
          ))}
        </ul>
      </div>
      <SmallLink solid href={OFTEN_AT}>
        {t('letters.off.button')}
      </SmallLink>
      {late > 0 && <Warn>{t('letters.off.late', { n: late })}</Warn>}
    </Empty>
  );
}
