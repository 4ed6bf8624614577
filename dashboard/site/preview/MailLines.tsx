import type { Content } from '#contract/content/content.ts';
import type { Language } from '#contract/language.ts';
import type { PreviewShows } from '#contract/owner/preview.ts';
import { brand } from '../../brand.ts';
import { useWords } from '../../words.ts';
import { usePendingEdit } from '../autosave/use-autosave.ts';
import { valueIn, type Site } from '../draft.ts';
import { chipLabel } from '../labels.ts';
import styles from './Preview.module.css';

/** `content`: of a version; without one it is the draft. */
type Props = { site: Site; shown: PreviewShows; language: Language; content?: Content };

/** What an email app shows of an email before it is opened; of a page nothing. */
export function MailLines({ shown, language, ...from }: Props) {
  const isAnnouncement = 'announcement' in shown;
  const mail = 'mail' in shown ? `mails.${shown.mail}.` : '';
  const name = useShown(from, 'brand.name') ?? brand().name;
  const subject = useShown(from, `${mail}subject.${language}`, name);
  const preview = useShown(from, `${mail}${isAnnouncement ? 'preheader' : 'preview'}.${language}`, name);
  if (subject === null || 'as' in shown) return null;
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
  const typed = usePendingEdit(key);
  const field = site.field(key);
  if (field === undefined) return null;
  const words = content === undefined ? (typed?.value ?? site.valueOf(key)) : valueIn(content, field);
  return field.places.reduce((text, place) => {
    const isName = place === '{brand}' || place === '{name}';
    return text.replaceAll(place, () => (isName && name !== null ? name : chipLabel(t, place)));
  }, String(words));
}
