import { useState, type MouseEvent } from 'react';
import type { PeopleFilter } from '#contract/owner/people.ts';
import { Acts, SmallButton, TextButton } from '../parts/Button.tsx';
import { Chip, ChipButton, Chips } from '../parts/Chip.tsx';
import { Choice, Tick } from '../parts/Choice.tsx';
import { DownIcon } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import { type Group, GROUPS, KINDS, toggled, useChoices, valuesOf, valueWord, withValue } from './choices.ts';
import { FilterSheet } from './FilterSheet.tsx';
import styles from './List.module.css';
import { ShowWord } from './ShowWord.tsx';

type Props = { filter: PeopleFilter; onChange: (filter: PeopleFilter) => void; onReset: () => void };

/** Wide: a chip for each sort. Phones have one, which opens a sheet with all. */
export function Filters({ filter, onChange, onReset }: Props) {
  const words = useWords();
  const { t } = words;
  const [isSheet, setSheet] = useState(false);
  const chosen = filter.kinds.length + GROUPS.filter((group) => filter[group] !== null).length;
  const kinds = filter.kinds.map((kind) => t(`people.state.${kind}`)).join(', ');
  const chip = (by: 'state' | Group, value: string) => ({
    word: value === '' ? t(`people.by.${by}`) : `${t(`people.by.${by}`)}: ${value}`,
    on: value !== '',
  });
  return (
    <>
      <div className={styles.wide}>
        <Chips>
          <Chip {...chip('state', kinds)}>
            <Panel filter={filter} onChange={onChange} onReset={onReset} by="state" />
          </Chip>
          {GROUPS.map((group) => {
            const value = filter[group];
            const word = value === null ? '' : valueWord(words, group, value);
            return (
              <Chip key={group} {...chip(group, word)}>
                <Panel filter={filter} onChange={onChange} onReset={onReset} by={group} />
              </Chip>
            );
          })}
        </Chips>
      </div>
      <div className={styles.sheet}>
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

/** What stands under a chip: nothing changes before the button is pressed, which says how many would be shown. */
function Panel({ filter, onChange, onReset, by }: Props & { by: 'state' | Group }) {
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
              closePanel(event);
              onChange(draft);
            }}
          >
            <ShowWord chosen={chosen && draft} />
          </SmallButton>
          <TextButton
            onClick={(event) => {
              closePanel(event);
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

function closePanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

type DraftProps = { draft: PeopleFilter; onDraft: (draft: PeopleFilter) => void };

function States({ draft, onDraft }: DraftProps) {
  const { t, number } = useWords();
  const counted = useChoices()?.counted;
  return (
    <div className={styles.panel}>
      {KINDS.map((kind) => (
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

function Values({ group, draft, onDraft }: DraftProps & { group: Group }) {
  const words = useWords();
  const sources = useChoices()?.sources ?? [];
  return (
    <div className={styles.panel} data-single={group === 'source' ? undefined : ''}>
      <Choice
        bare
        name={group}
        title={words.t('common.all')}
        checked={draft[group] === null}
        onChange={() => onDraft(withValue(draft, group, null))}
      />
      {valuesOf(group, draft, sources).map((value) => (
        <Choice
          key={value}
          bare
          name={group}
          title={valueWord(words, group, value)}
          checked={draft[group] === value}
          onChange={() => onDraft(withValue(draft, group, value))}
        />
      ))}
    </div>
  );
}
