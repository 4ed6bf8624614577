import { useState, type ComponentProps } from 'react';
import { isSame } from '#contract/content/content.ts';
import type { Facts } from '#contract/content/facts.ts';
import { PEOPLE_LIMITS } from '#contract/content/limits.ts';
import { LEAST } from '#contract/content/pictures.ts';
import { inEach, LANGUAGES, type Language } from '#contract/language.ts';
import { TextButton } from '../../parts/Button.tsx';
import { Dialog, DialogActs } from '../../parts/Dialog.tsx';
import { TextArea } from '../../parts/Field.tsx';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { List } from '../parts/List.tsx';
import type { Wanted } from '../pictures/check-file.ts';
import { DropField } from '../pictures/DropField.tsx';
import { FileButton } from '../pictures/FileButton.tsx';
import { addressOf } from '../pictures/files.ts';
import { UploadLine } from '../pictures/UploadLine.tsx';
import { useUpload } from '../pictures/use-upload.ts';
import { useFact } from '../use-fact.ts';
import styles from './Facts.module.css';
import { BothField } from './FactField.tsx';
import { mustOf, over } from './must.ts';

type Person = Facts['people'][number];

const NOTHING = inEach(() => '');
const NOBODY: Person = { name: '', role: NOTHING, portrait: null };
const WANTED: Wanted & { is: 'picture' } = { is: 'picture', least: LEAST.people };

/** Who works here, with their portraits. */
export function PeopleForm({ site }: { site: Site }) {
  const words = useWords();
  const { t } = words;
  const { value, set, save, problems } = useFact(site, 'people');
  return (
    <div className={styles.people}>
      <List
        items={value}
        onChange={(people) => set([...people])}
        nameOf={({ name }) => name}
        blank={() => NOBODY}
        add={t('agency.facts.addPerson')}
        most={PEOPLE_LIMITS.people}
      >
        {(person, change, at) => (
          <PersonFields
            person={person}
            at={`[${at}]`}
            isAlone={value.length === 1}
            wrong={isSame(person, NOBODY) ? null : mustOf(words, problems, `[${at}].name`)}
            onChange={change}
            onLeave={save}
          />
        )}
      </List>
    </div>
  );
}

type FieldsProps = {
  person: Person;
  /** Where in the people. */
  at: string;
  /** Only then they may say a sentence. */
  isAlone: boolean;
  /** What to correct in the name. */
  wrong: string | null;
  onChange: (person: Person) => void;
  onLeave: () => void;
};

function PersonFields({ person, at, isAlone, wrong, onChange, onLeave }: FieldsProps) {
  const { t } = useWords();
  const { name, role } = person;
  const isMissing = (language: Language) =>
    role[language].trim() === '' && LANGUAGES.some((other) => role[other].trim() !== '');
  const trim = () => {
    const trimmed = { ...person, name: name.trim(), role: inEach((language) => role[language].trim()) };
    if (!isSame(trimmed, person)) onChange(trimmed);
    onLeave();
  };
  return (
    <div className={styles.person}>
      <Portrait
        person={person}
        onChange={(picture) => {
          onChange({ ...person, portrait: picture });
          onLeave();
        }}
      />
      <Line
        label={t('agency.facts.name')}
        data-field="people"
        data-at={`${at}.name`}
        value={name}
        autoComplete="off"
        error={over(t, name, PEOPLE_LIMITS.name) ?? wrong}
        onText={(text) => onChange({ ...person, name: text })}
        onBlur={trim}
      />
      {LANGUAGES.map((language) => (
        <Line
          key={language}
          label={`${t('agency.facts.role')}, ${language.toUpperCase()}`}
          data-field="people"
          data-at={`${at}.role.${language}`}
          lang={language}
          value={role[language]}
          error={over(t, role[language], PEOPLE_LIMITS.role)}
          warn={isMissing(language) && t('agency.facts.missing', { language: t(`spoken.${language}`) })}
          onText={(text) => onChange({ ...person, role: { ...role, [language]: text } })}
          onBlur={trim}
        />
      ))}
      {isAlone && (
        <BothField
          label={t('agency.facts.says')}
          field="people"
          at={`${at}.says`}
          value={person.says ?? NOTHING}
          longest={PEOPLE_LIMITS.says}
          isOptional
          onChange={(says) => onChange({ ...person, says })}
          onLeave={onLeave}
        />
      )}
    </div>
  );
}

type PortraitProps = { person: Person; onChange: (portrait: Person['portrait']) => void };

/** In its row: it goes with the person when somebody else changes the order. */
function Portrait({ person, onChange }: PortraitProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const { name, portrait } = person;
  const said = { name: name || t('agency.facts.person') };
  return (
    <>
      <button
        type="button"
        data-none={portrait === null || undefined}
        aria-label={t(portrait ? 'agency.facts.portraitOf' : 'agency.facts.noPortrait', said)}
        onClick={() => setOpen(true)}
      >
        {portrait ? <img src={addressOf(portrait.file)} alt="" /> : t('agency.facts.portrait')}
      </button>
      {isOpen && (
        <PortraitDialog
          person={person}
          onClose={() => setOpen(false)}
          onChange={(picture) => {
            onChange(picture);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

type LineProps = ComponentProps<typeof TextArea> & { onText: (text: string) => void };

/** One line, which is broken where the field is narrow: an input would cut it. */
function Line({ onText, ...props }: LineProps) {
  return (
    <TextArea
      {...props}
      low
      rows={1}
      onChange={(event) => onText(event.currentTarget.value.replaceAll('\n', ' '))}
    />
  );
}

type DialogProps = PortraitProps & { onClose: () => void };

function PortraitDialog({ person, onClose, onChange }: DialogProps) {
  const { t } = useWords();
  const upload = useUpload(WANTED, ({ file }) => onChange({ file }));
  const { portrait, name } = person;
  return (
    <Dialog
      title={name === '' ? t('agency.facts.portrait') : `${t('agency.facts.portrait')}: ${name}`}
      onClose={onClose}
    >
      <div className={styles.dialog}>
        {portrait ? (
          <>
            <img className={styles.portrait} src={addressOf(portrait.file)} alt="" />
            <FileButton wanted={WANTED} onFile={upload.choose}>
              {t('agency.picture.other')}
            </FileButton>
          </>
        ) : (
          upload.state.is === 'idle' && (
            <div>
              <DropField wanted={WANTED} onFile={upload.choose} />
            </div>
          )
        )}
        <div>
          <UploadLine upload={upload} wanted={WANTED} />
        </div>
      </div>
      <DialogActs>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
        {portrait && <TextButton onClick={() => onChange(null)}>{t('agency.picture.remove')}</TextButton>}
      </DialogActs>
    </Dialog>
  );
}
