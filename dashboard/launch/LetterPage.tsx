import type { AnnouncementNow, LetterPageNow, Progress } from '#contract/owner/launch.ts';
import { letterAddress } from '#contract/pages.ts';
import { useAct } from '../api.ts';
import { Acts, SmallButton, TextButton } from '../parts/Button.tsx';
import { Part, Row, Rows } from '../parts/layout.tsx';
import { FormProblem } from '../parts/states.tsx';
import { useCopy } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { pathOf } from './announcement.ts';
import { Outward } from './Outward.tsx';
import layout from '../parts/layout.module.css';

type Shown = { now: AnnouncementNow };

/** The page of a newsletter that was sent off, and how often it led to the site. */
export function LetterPage({ now }: Shown) {
  const { t, number } = useWords();
  const copy = useCopy();
  const { page, progress, siteUrl } = now;
  if (page === null || progress === null) return null;
  const path = letterAddress(page.slug);
  const state = stateOf(page, progress);
  return (
    <div className={layout.part}>
      <Part title={t('letters.page.its')}>
        <Rows>
          <Row
            title={path}
            {...(state !== null && { text: t(`letters.page.${state}`) })}
            end={
              <Acts>
                {page.isUp && page.isShown && (
                  <>
                    <Outward href={siteUrl + path}>{t('letters.page.open')}</Outward>
                    <SmallButton onClick={() => copy(siteUrl + path)}>{t('letters.page.share')}</SmallButton>
                  </>
                )}
                <TakeDown now={now} />
              </Acts>
            }
          />
          <Row title={t('letters.page.loads')} text={t('letters.page.loadsNote')} end={number(page.loads)} />
          <Row title={t('letters.page.signups')} end={number(page.signups)} />
        </Rows>
      </Part>
    </div>
  );
}

/** What is said of its page, unless that is there and is to be. It comes before the first email, or that waits for it. */
function stateOf({ isShown, isUp }: LetterPageNow, { sendingAt }: Progress) {
  if (!isShown) return isUp ? 'isGoing' : 'isDown';
  return isUp || sendingAt === null ? null : 'isComing';
}

/** Takes the page down, or puts it back. */
export function TakeDown({ now: { purpose, page } }: Shown) {
  const { t } = useWords();
  const { send, busy, problem } = useAct(pathOf(purpose, '/page'));
  if (page === null) return null;
  const press = () => void send({ shown: !page.isShown }).catch(() => {});
  return (
    <>
      <TextButton busy={busy} onClick={press}>
        {t(page.isShown ? 'letters.page.takeDown' : 'letters.page.putBack')}
      </TextButton>
      <FormProblem problem={problem} />
    </>
  );
}
