import type { EditorMail } from '#contract/content/editor.ts';
import type { Language } from '#contract/language.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { chipLabel } from '../labels.ts';
import { useTyped } from './use-typed.ts';
import styles from './Stage.module.css';

/** What an email app shows of an email before it is opened. */
export function MailLines({ site, mail, language }: { site: Site; mail: EditorMail; language: Language }) {
  const key = (part: string) => `mails.${mail}.${part}.${language}`;
  const subject = useShown(site, key('subject'));
  const preview = useShown(site, key('preview'));
  if (subject === null) return null;
  return (
    <div className={styles.lines} lang={language}>
      <p>{String(site.valueOf('brand.name'))}</p>
      <p>{subject}</p>
      <p>{preview}</p>
    </div>
  );
}

/** Null: there is no such field. */
function useShown(site: Site, key: string): string | null {
  const { t } = useWords();
  const typed = useTyped(key);
  const field = site.field(key);
  if (field === undefined) return null;
  const words = String(typed?.value ?? site.valueOf(key));
  return field.places.reduce((text, place) => {
    const isName = place === '{brand}' || place === '{name}';
    return text.replaceAll(place, isName ? String(site.valueOf('brand.name')) : chipLabel(t, place));
  }, words);
}
