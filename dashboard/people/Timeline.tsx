import { bookOf } from '#contract/books.ts';
import { mailProviderOf } from '#contract/owner/mail-provider.ts';
import { CAME_BACK, DELAYED, type TimelineEvent } from '#contract/owner/people.ts';
import { useBooks, type Books } from '../books.ts';
import { sourceName } from '../source-name.ts';
import { useWords, type UseWords } from '../words.ts';
import styles from './Person.module.css';

type TitleOf = Books['titleOf'];
const isConsent = (event: TimelineEvent): event is Of<'agreed' | 'joined'> =>
  event.what === 'agreed' || event.what === 'joined';
type Of<What extends TimelineEvent['what']> = Extract<TimelineEvent, { what: What }>;

/** Length of the excerpt of a consent text, in characters; the whole notice follows. */
const SHOWN = 160;

/** What happened to a person, newest first. Text by others is shown as plain text. */
export function Timeline({ address, events }: { address: string; events: readonly TimelineEvent[] }) {
  const words = useWords();
  const { titleOf } = useBooks();
  return (
    <ol className={styles.timeline}>
      {events.map((event, place) => {
        const note = noteOf(words, event, address);
        return (
          // eslint-disable-next-line react/no-array-index-key -- an event has no name, and they only grow
          <li key={events.length - place}>
            <span>{sentenceOf(words, event, titleOf)}</span>
            {event.at !== null && (
              <time dateTime={new Date(event.at).toISOString()} title={words.precise(event.at)}>
                {words.moment(event.at)}
              </time>
            )}
            {note !== null && <p>{note}</p>}
            {isConsent(event) && event.words !== null && event.words.length > SHOWN && (
              <details>
                <summary>{words.t('person.agreedAll')}</summary>
                <p>{event.words}</p>
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function sentenceOf(words: UseWords, event: TimelineEvent, titleOf: TitleOf): string {
  const { t } = words;
  switch (event.what) {
    case 'visit':
      return event.source === null
        ? t('person.events.visitDirect', { path: event.path })
        : t('person.events.visit', { path: event.path, source: sourceName(words, event.source) });
    case 'signup':
      return t('person.events.signup', { language: t(`spoken.${event.language}`) });
    case 'agreed':
      return event.words === null
        ? t('person.agreedNoWords')
        : t('person.events.agreed', { words: beginning(event.words) });
    case 'joined':
      return event.words === null
        ? t('person.events.joinedNoWords')
        : t('person.events.joined', { words: beginning(event.words) });
    case 'book':
      return t('person.events.book', { book: titleOf(event.book) });
    case 'mail':
      return t('person.events.mail', { mail: mailName(words, event, titleOf), end: endIn(words, event) });
    case 'told':
      return toldTitle(words, event, titleOf);
    case 'stopped':
      return event.book === null
        ? t('person.events.stopped')
        : t('person.events.stoppedBook', { book: titleOf(event.book) });
    default:
      return t(`person.events.${event.what}`);
  }
}

/** What came back was accepted first, and says so no more. */
function endIn({ t }: UseWords, { end, reply }: Of<'mail'>): string {
  return t(`person.ends.${reply?.startsWith(CAME_BACK) ? 'back' : end}`);
}

/** Cuts at the end of a sentence if possible. */
function beginning(text: string): string {
  if (text.length <= SHOWN) return text;
  const end = text.lastIndexOf('. ', SHOWN);
  return end > 0 ? `${text.slice(0, end + 1)} …` : `${text.slice(0, SHOWN)}…`;
}

function mailName({ t }: UseWords, { kind, book }: Of<'mail'>, titleOf: TitleOf): string {
  if (kind === null) return t('person.mails.other');
  if (kind === 'book' && book !== null) return t('person.mails.book', { book: titleOf(book) });
  if (kind === 'confirm' || kind === 'reminder' || kind === 'ask-news' || kind === 'forward')
    return t(`person.mails.${kind}`);
  return t(`mails.kinds.${kind}`);
}

function toldTitle({ t }: UseWords, { purpose, title, end }: Of<'told'>, titleOf: TitleOf): string {
  const book = bookOf(purpose);
  if (end === 'sent' && book !== null) return t('person.events.toldBook', { book: titleOf(book) });
  if (end === 'sent' && purpose === 'launch') return t('person.events.told');
  const mail =
    book !== null
      ? t('person.mails.announced', { book: titleOf(book) })
      : purpose === 'launch'
        ? t('person.mails.launch')
        : t('person.mails.letter', { title });
  return t('person.events.mail', { mail, end: t(`person.ends.${end}`) });
}

/** The mail server's reply, or which words were agreed to. */
function noteOf({ t, day }: UseWords, event: TimelineEvent, address: string): string | null {
  if (event.what === 'mail' || event.what === 'told') {
    const start = [CAME_BACK, DELAYED].find((one) => event.reply?.startsWith(one));
    const words = event.reply?.slice(start?.length);
    if (start === undefined || !words) return event.reply;
    return t('person.cameBack', { provider: mailProviderOf(address, words), words });
  }
  if (!isConsent(event) || event.since === null || event.version === null) return null;
  return t('person.agreedVersion', { date: day(event.since), version: event.version.slice(0, 8) });
}
