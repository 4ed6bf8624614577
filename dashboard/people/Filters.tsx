import { useState } from 'react';
import type { PeopleFilter } from '#contract/owner/people.ts';
import { Acts, SmallButton, TextButton } from '../parts/Button.tsx';
import { Chip, ChipButton, Chips } from '../parts/Chip.tsx';
import { Choice, Tick } from '../parts/Choice.tsx';
import { DownIcon } from '../parts/icons.tsx';
import layout from '../parts/layout.module.css';
import { closePopover } from '../parts/Popover.tsx';
import { useBooks } from '../books.ts';
import { useWords } from '../words.ts';
import {
  type FilterGroup,
  GROUPS,
  FILTER_KINDS,
  toggled,
  useChoices,
  valuesOf,
  valueWord,
  withValue,
} from './choices.ts';
import { FilterSheet } from './FilterSheet.tsx';
import styles from './PeopleList.module.css';
import { ShowWord } from './ShowWord.tsx';

type Props = { filter: PeopleFilter; onChange: (filter: PeopleFilter) => void; onReset: () => void };

/** A chip for each filter; on phones one chip, which opens a sheet with all filters. */
export function Filters({ filter, onChange, onReset }: Props) {
  const words = useWords();
  const { t } = words;
  const books = useBooks();
  const [isSheet, setSheet] = useState(false);
  const chosen = filter.kinds.length + GROUPS.filter((group) => filter[group] !== null).length;
  const kinds = filter.kinds.map((kind) => t(`people.state.${kind}`)).join(', ');
  const chip = (by: 'state' | FilterGroup, value: string) => ({
    word: value === '' ? t(`people.by.${by}`) : `${t(`people.by.${by}`)}: ${value}`,
    on: value !== '',
  });
  return (
    <>
      <div className={layout.wide}>
        <Chips>
          <Chip {...chip('state', kinds)}>
            <Panel filter={filter} onChange={onChange} onReset={onReset} by="state" />
          </Chip>
          {GROUPS.map((group) => {
            const value = filter[group];
            const word = value === null ? '' : valueWord(words, books, group, value);
            return (
              <Chip key={group} {...chip(group, word)}>
                <Panel filter={filter} onChange={onChange} onReset={onReset} by={group} />
              </Chip>
            );
          })}
        </Chips>
      </div>
      <div className={layout.phone}>
        <ChipButton on={chosen > 0} aria-haspopup="dialog" onClick={() => setSheet(true)}>
          {t('people.filter')}
          {chosen > 0 && `: ${chosen}`} <DownIcon />
        </ChipButton>
      </div>
      {isSheet && (
        <FilterSheet filter={filter} onChange={onChange} onReset={onReset} onClose={() => setSheet(false)} />
      )}
    </>
  );
}

/** The panel below a chip. The list changes on the button, which says how many people it would show. */
function Panel({ filter, onChange, onReset, by }: Props & { by: 'state' | FilterGroup }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<PeopleFilter | null>(null);
  const draft = { ...(chosen ?? filter), text: filter.text };
  return (
    <>
      {by === 'state' ? (
        <States draft={draft} onDraft={setChosen} />
      ) : (
        <Values group={by} draft={draft} onDraft={setChosen} />
      )}
      <div className={styles.foot}>
        <Acts>
          <SmallButton
            solid
            onClick={(event) => {
              closePopover(event);
              onChange(draft);
            }}
          >
            <ShowWord chosen={chosen && draft} />
          </SmallButton>
          <TextButton
            onClick={(event) => {
              closePopover(event);
              onReset();
            }}
          >
            {t('people.filterReset')}
          </TextButton>
        </Acts>
      </div>
    </>
  );
}

type DraftProps = { draft: PeopleFilter; onDraft: (draft: PeopleFilter) => void };

function States({ draft, onDraft }: DraftProps) {
  const { t, number } = useWords();
  const counted = useChoices()?.counted;
  return (
    <div className={styles.panel}>
      {FILTER_KINDS.map((kind) => (
        <Tick
          key={kind}
          bare
          title={t(`people.state.${kind}`)}
          text={t(`people.stateHint.${kind}`)}
          side={counted && number(counted[kind])}
          checked={draft.kinds.includes(kind)}
          onChange={() => onDraft(toggled(draft, kind))}
        />
      ))}
    </div>
  );
}

function Values({ group, draft, onDraft }: DraftProps & { group: FilterGroup }) {
  const words = useWords();
  const books = useBooks();
  const sources = useChoices()?.sources ?? [];
  return (
    <div className={styles.panel} data-single={group === 'source' ? undefined : ''}>
      <Choice
        bare
        name={group}
        title={words.t('people.all')}
        checked={draft[group] === null}
        onChange={() => onDraft(withValue(draft, group, null))}
      />
      {valuesOf(group, draft, { sources, books }).map((value) => (
        <Choice
          key={value}
          bare
          name={group}
          title={valueWord(words, books, group, value)}
          checked={draft[group] === value}
          onChange={() => onDraft(withValue(draft, group, value))}
        />
      ))}
    </div>
  );
}
