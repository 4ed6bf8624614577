import { inEach } from '#contract/language.ts';
import type { Facts } from '#contract/content/facts.ts';
import { CASE_LIMITS } from '#contract/content/limits.ts';
import { Acts, SmallButton, TextButton } from '../../parts/Button.tsx';
import { toast } from '../../parts/toasts.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { PictureField } from '../pictures/PictureField.tsx';
import { useFact } from '../use-fact.ts';
import { BothField } from './FactField.tsx';
import styles from './Facts.module.css';

type Study = NonNullable<Facts['caseStudy']>;

const PARTS = ['client', 'before', 'decision', 'after'] as const;
const EMPTY = inEach(() => '');
const BLANK: Study = { client: EMPTY, before: EMPTY, decision: EMPTY, after: EMPTY, picture: null };

/** One piece of work, in three steps. */
export function CaseStudyForm({ site }: { site: Site }) {
  const { t } = useWords();
  const { value, set, save } = useFact(site, 'caseStudy');
  function put(study: Study | null) {
    set(study);
    save();
  }
  if (value === null)
    return (
      <div className={styles.case}>
        <p className={styles.empty}>{t('agency.facts.caseNone')}</p>
        <p>
          <SmallButton onClick={() => put(BLANK)}>{t('agency.facts.caseWrite')}</SmallButton>
        </p>
      </div>
    );
  return (
    <div className={styles.case}>
      {PARTS.map((part) => (
        <BothField
          key={part}
          label={t(`agency.facts.${part}`)}
          field="caseStudy"
          at={`.${part}`}
          value={value[part]}
          longest={CASE_LIMITS[part]}
          onChange={(words) => set({ ...value, [part]: words })}
          onLeave={save}
        />
      ))}
      <PictureField
        name="case"
        value={value.picture && { file: value.picture.file, focus: { x: 0.5, y: 0.5 } }}
        page="/site/facts"
      />
      <Acts>
        <TextButton
          onClick={() => {
            put(null);
            toast(t('editor.list.removed'), {
              act: { word: t('strip.undoButton'), press: async () => put(value) },
            });
          }}
        >
          {t('agency.facts.caseRemove')}
        </TextButton>
      </Acts>
    </div>
  );
}
