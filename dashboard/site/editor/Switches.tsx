import type { PreviewShows } from '#contract/owner/preview.ts';
import { LANGUAGES } from '#contract/language.ts';
import { Tabs } from '../../parts/Tabs.tsx';
import { useWords } from '../../words.ts';
import type { EditorPlace, Site } from '../draft.ts';
import { nameOf, type Look } from './looks.ts';
import styles from './Stage.module.css';

export type StageProps = { site: Site; place: EditorPlace; shows: readonly PreviewShows[] };

export type SwitchesProps = {
  look: Look;
  onChange: (next: Partial<Look>) => void;
  shows: readonly PreviewShows[];
  state: number;
  onState: (state: number) => void;
  withWidth?: boolean;
};

/** How the page is shown. `withWidth`: on screens wider than a phone. */
export function Switches({ look, onChange, shows, state, onState, withWidth = false }: SwitchesProps) {
  const { t } = useWords();
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
        options={LANGUAGES.map((value) => ({ value, word: t(`languages.${value}Short`) }))}
      />
      {shows.length > 1 && (
        <select
          className={styles.state}
          aria-label={t('editor.state')}
          value={state}
          onChange={(event) => onState(Number(event.currentTarget.value))}
        >
          {shows.map((one, n) => (
            <option key={nameOf(one)} value={n}>
              {t(`editor.shows.${nameOf(one)}` as 'editor.shows.idle')}
            </option>
          ))}
        </select>
      )}
    </>
  );
}
