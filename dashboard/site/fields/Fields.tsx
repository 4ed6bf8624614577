import { memo, useMemo } from 'react';
import { fieldsOfSection, type FieldPlace } from '#contract/content/editor.ts';
import { useWords } from '../../words.ts';
import type { DraftField, Site } from '../draft.ts';
import { sectionLabel } from '../labels.ts';
import { One } from './One.tsx';
import { BOOKS, isOfBook, ShownBooks } from './BookWords.tsx';
import { isInServiceList, ServiceList } from './ServiceList.tsx';
import styles from './Fields.module.css';

type Sections = Readonly<Record<string, readonly string[]>>;
type Props = { site: Site; place: Pick<FieldPlace, 'room' | 'name'>; sections: Sections };

/** All fields of a page, in its order. */
export const Fields = memo(function Fields({ site, place, sections }: Props) {
  const { t } = useWords();
  const rows = useMemo(() => rowsOf(site.fields, sections), [site.fields, sections]);
  return (
    <>
      {rows.map(({ section, names }) => (
        <section
          key={section}
          className={styles.section}
          aria-label={sectionLabel(t, { name: place.name, section })}
        >
          <h2>{sectionLabel(t, { name: place.name, section })}</h2>
          {names.map((name) =>
            name === 'services' ? (
              <ServiceList key={name} site={site} place={place} />
            ) : name === BOOKS ? (
              <ShownBooks key={name} site={site} />
            ) : (
              <One key={name} name={name} site={site} place={place} />
            ),
          )}
        </section>
      ))}
    </>
  );
});

function rowsOf(fields: readonly DraftField[], sections: Sections) {
  const names = [...new Set(fields.map(({ name }) => (isOfBook(name) ? BOOKS : name)))].filter(
    (name) => !isInServiceList(name),
  );
  return Object.entries(sections).map(([section, keys]) => ({
    section,
    names: fieldsOfSection(keys, names),
  }));
}
