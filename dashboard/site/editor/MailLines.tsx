import type { Content } from '#contract/content/content.ts';
import type { EditorMail } from '#contract/content/editor.ts';
import type { Language } from '#contract/language.ts';
import { useWords } from '../../words.ts';
import { valueIn, type Site } from '../draft.ts';
import { chipLabel } from '../labels.ts';
import { useTyped } from './use-typed.ts';
import styles from './Stage.module.css';

/** `content`: of a version; without one it is the draft. */
type Props = { site: Site; mail: EditorMail; language: Language; content?: Content };

/** What an email app shows of an email before it is opened. */
export function MailLines({ mail, language, ...from }: Props) {
  const key = (part: string) => `mails.${mail}.${part}.${language}`;
  const name = useShown(from, 'brand.name');
  const subject = useShown(from, key('subject'), name);
  const preview = useShown(from, key('preview'), name);
  if (subject === null) return null;
  return (
    <div className={styles.lines} lang={language}>
      <p>{name}</p>
      <p>{subject}</p>
      <p>{preview}</p>
    </div>
  );
}

/** Null: there is no such field. `name`: the agency's. */
function useShown(
  { site, content }: Pick<Props, 'site' | 'content'>,
  key: string,
  name: string | null = null,
) {
  const { t } = useWords();
  const typed = useTyped(key);
  const field = site.field(key);
  if (field === undefined) return null;
  const words = content === undefined ? (typed?.value ?? site.valueOf(key)) : valueIn(content, field);
  return field.places.reduce((text, place) => {
    const isName = place === '{brand}' || place === '{name}';
    return text.replaceAll(place, () => (isName && name !== null ? name : chipLabel(t, place)));
  }, String(words));
}
