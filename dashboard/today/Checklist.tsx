import { CHECKLIST, type ChecklistItem, type Today } from '#contract/owner/today.ts';
import { PATHS } from '#contract/pages.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { SmallButton, SmallLink, TextButton } from '../parts/Button.tsx';
import { TickIcon } from '../parts/icons.tsx';
import { Lead, Part } from '../parts/layout.tsx';
import { Step, Steps } from '../parts/Steps.tsx';
import { useWords } from '../words.ts';
import styles from './Today.module.css';

type Done = NonNullable<Today['checklist']>;

export type ChecklistProps = { done: Done; hide: () => void };

/** What comes before the launch, on a page of its own: nobody is on the list yet. */
export default function ChecklistPage({ over, ...props }: ChecklistProps & { over: string }) {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('checklist.title')} tab={t('nav.today')} over={over} acts={<Side {...props} />} />
      <div className={styles.lead}>
        <Lead>{t('checklist.text')}</Lead>
      </div>
      <Items done={props.done} />
    </>
  );
}

/** The same, where Today has figures to show. */
export function ChecklistPart(props: ChecklistProps) {
  const { t } = useWords();
  return (
    <Part title={t('checklist.title')} aside={<Side {...props} />}>
      <Items done={props.done} />
    </Part>
  );
}

function Side({ done, hide }: ChecklistProps) {
  const { t } = useWords();
  const n = Object.values(done).filter(Boolean).length;
  return (
    <>
      <span className={styles.text}>{t('checklist.done', { n, total: CHECKLIST.length })}</span>
      <TextButton onClick={hide}>{t('checklist.hide')}</TextButton>
    </>
  );
}

function Items({ done }: { done: Done }) {
  const { t } = useWords();
  const [open, finished] = [CHECKLIST.filter((item) => !done[item]), CHECKLIST.filter((item) => done[item])];
  return (
    <Steps>
      {open.map((item, at) => (
        <Step
          key={item}
          place={0}
          {...(at === 0 && { state: 'next' })}
          title={t(`checklist.${item}`)}
          text={t(`checklist.${item}Text`)}
          end={<Go item={item} solid={at === 0} />}
        />
      ))}
      {finished.map((item) => (
        <Step
          key={item}
          place={3}
          state="later"
          glyph={<TickIcon />}
          title={t(`checklist.${item}`)}
          end={<span className={styles.text}>{t('checklist.isDone')}</span>}
        />
      ))}
    </Steps>
  );
}

/** Where each item is done, and the word on its button. */
const PLACES = {
  soon: ['/site/pages/soon', 'write'],
  privacy: ['/site/facts', 'write'],
  mail: ['/settings#delivery', 'setup'],
  passkey: ['/settings#passkeys', 'add'],
  pages: ['/site', 'open'],
} as const satisfies Record<Exclude<ChecklistItem, 'test'>, [href: string, word: string]>;

function Go({ item, solid }: { item: ChecklistItem; solid: boolean }) {
  const { t } = useWords();
  if (item === 'test')
    return (
      <SmallButton
        solid={solid}
        aria-label={`${t('checklist.open')}: ${t('checklist.test')}`}
        onClick={() => window.open(PATHS.soon, '_blank', 'noopener')}
      >
        {t('checklist.open')}
      </SmallButton>
    );
  const [href, word] = PLACES[item];
  return (
    <SmallLink href={href} label={`${t(`checklist.${word}`)}: ${t(`checklist.${item}`)}`} solid={solid}>
      {t(`checklist.${word}`)}
    </SmallLink>
  );
}
