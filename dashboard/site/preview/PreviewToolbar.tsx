import type { PreviewShows } from '#contract/owner/preview.ts';
import { LANGUAGES } from '#contract/language.ts';
import { Tabs } from '../../parts/Tabs.tsx';
import { useWords } from '../../words.ts';
import type { EditorPlace, Site } from '../draft.ts';
import { previewName, type PreviewOptions } from './preview-options.ts';
import styles from './Preview.module.css';

export type StageProps = { site: Site; place: EditorPlace; shows: readonly PreviewShows[] };

export type SwitchesProps = {
  look: PreviewOptions;
  onChange: (next: Partial<PreviewOptions>) => void;
  shows: readonly PreviewShows[];
  state: number;
  onState: (state: number) => void;
  withWidth?: boolean;
};

/** How the page is shown. `withWidth`: on screens wider than a phone. */
export function PreviewToolbar({ look, onChange, shows, state, onState, withWidth = false }: SwitchesProps) {
  const { t } = useWords();
  const isAnnouncement = shows.some((one) => 'announcement' in one);
  return (
    <>
      {withWidth && (
        <Tabs
          label={t('editor.width')}
          value={look.width}
          onChange={(width) => onChange({ width })}
          options={(['desktop', 'phone'] as const).map((value) => ({ value, word: t(`editor.${value}`) }))}
        />
      )}
      <Tabs
        label={t('editor.theme')}
        value={look.theme}
        onChange={(theme) => onChange({ theme })}
        options={(['light', 'dark'] as const).map((value) => ({ value, word: t(`editor.${value}`) }))}
      />
      <Tabs
        label={t('editor.language')}
        value={look.language}
        onChange={(language) => onChange({ language })}
        options={LANGUAGES.map((value) => ({ value, word: value.toUpperCase() }))}
      />
      {shows.length > 1 && isAnnouncement && (
        <Tabs
          label={t('editor.state')}
          value={`${state}`}
          onChange={(next) => onState(Number(next))}
          options={[t('letters.page.email'), t('letters.page.page')].map((word, n) => ({
            value: `${n}`,
            word,
          }))}
        />
      )}
      {shows.length > 1 && !isAnnouncement && (
        <select
          className={styles.state}
          aria-label={t('editor.state')}
          value={state}
          onChange={(event) => onState(Number(event.currentTarget.value))}
        >
          {shows.map((one, n) => (
            <option key={previewName(one)} value={n}>
              {t(`editor.shows.${previewName(one)}` as 'editor.shows.idle')}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
