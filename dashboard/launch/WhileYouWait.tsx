import { SmallButton } from '../parts/Button.tsx';
import { Part, Row, Rows } from '../parts/layout.tsx';
import { useCopy } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { Outward } from './Outward.tsx';

/** What to check once the site is live, before the first email. */
export function WhileYouWait({ siteUrl }: { siteUrl: string }) {
  const { t } = useWords();
  const copy = useCopy();
  return (
    <Part title={t('launch.undo.check')}>
      <Rows>
        <Row
          title={t('launch.undo.check1')}
          text={new URL(siteUrl).host}
          end={<SmallButton onClick={() => copy(siteUrl)}>{t('launch.undo.check1Button')}</SmallButton>}
        />
        <Row
          title={t('launch.undo.check2')}
          text={t('launch.undo.check2Text')}
          end={<Outward href={`${siteUrl}/contact`}>{t('launch.undo.check2Button')}</Outward>}
        />
        <Row
          title={t('launch.undo.check3')}
          text={t('launch.undo.check3Text')}
          end={<Outward href={siteUrl}>{t('nav.seeSite')}</Outward>}
        />
      </Rows>
    </Part>
  );
}
