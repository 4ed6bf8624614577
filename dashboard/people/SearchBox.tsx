import { useEffect, useId, useState } from 'react';
import field from '#ui/Field.module.css';
import hidden from '#ui/hidden.module.css';
import { CrossIcon, drawn } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import styles from './PeopleList.module.css';
import { searchFor, useSearched } from './use-people.ts';

const SearchIcon = drawn(
  22,
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);

/** Debounce, in milliseconds. */
const STILL_MS = 300;

export function SearchBox() {
  const { t } = useWords();
  const id = useId();
  const now = useSearched();
  const [text, setText] = useState(now);
  const [known, setKnown] = useState(now);
  // The search was cleared elsewhere.
  if (known !== now) {
    setKnown(now);
    setText(now);
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      const asked = text.trim().toLowerCase();
      if (asked !== now) searchFor(asked);
    }, STILL_MS);
    return () => clearTimeout(timer);
  }, [text, now]);
  return (
    <div className={styles.search}>
      <SearchIcon />
      <label className={hidden.hidden} htmlFor={id}>
        {t('people.search')}
      </label>
      <input
        className={field.control}
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        placeholder={t('people.search')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text !== '' && (
        <button type="button" aria-label={t('people.searchClear')} onClick={() => setText('')}>
          <CrossIcon />
        </button>
      )}
    </div>
  );
}
