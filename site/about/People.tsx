import type { ShownPerson } from '#contract/site.ts';
import { useLanguage } from '../language/use-language.ts';
import { Photo } from '../shell/Photo.tsx';
import { fitOf } from '../shell/fit.ts';
import styles from './People.module.css';

/** Who works here: portraits first, then names alone. */
export function People({ people, title }: { people: ShownPerson[]; title: string }) {
  const { language } = useLanguage();
  const said = people.length === 1 ? (people[0]?.says?.[language] ?? '') : '';
  const listOf = (some: ShownPerson[], className?: string) =>
    some.length > 0 && (
      <ul className={className}>
        {some.map(({ name, role, portrait }) => (
          <li key={name}>
            {portrait !== null && <Photo files={portrait} alt="" sizes="(min-width: 48rem) 30vw, 45vw" />}
            {said !== '' && <blockquote>{said}</blockquote>}
            <h3>{name}</h3>
            <p>{role[language]}</p>
          </li>
        ))}
      </ul>
    );
  return (
    <section className={styles.people}>
      <h2 data-fit={fitOf(title)}>{title}</h2>
      <div>
        {listOf(
          people.filter(({ portrait }) => portrait !== null),
          styles.portraits,
        )}
        {listOf(
          people.filter(({ portrait }) => portrait === null),
          styles.rows,
        )}
      </div>
    </section>
  );
}
