import type { PreviewShows } from '#contract/owner/preview.ts';
import { useWords } from '../../words.ts';
import type { PreviewOptions } from './preview-options.ts';
import { MailLines } from './MailLines.tsx';
import { TitleLineCount } from './TitleLineCount.tsx';
import { PageFrame } from './PageFrame.tsx';
import type { StageProps } from './PreviewToolbar.tsx';
import { usePage, usePeers } from './use-page.ts';

type Props = StageProps & {
  shown: PreviewShows;
  look: PreviewOptions;
  fits?: boolean;
  onPress: (field: string, at: string) => void;
  onLeave: () => void;
};

/** A page of the draft, with what is typed. */
export function DraftFrame({ site, place, shown, look, fits = false, onPress, onLeave }: Props) {
  const { t } = useWords();
  const { language } = look;
  const framed = usePage({ site, shown: { shows: shown, language }, onPress, onLeave });
  usePeers(framed.page, site, place);
  return (
    <>
      <PageFrame shown={framed} label={t('editor.frame')} look={look} fits={fits}>
        <MailLines site={site} shown={shown} language={language} />
      </PageFrame>
      <TitleLineCount site={site} drawn={framed.drawn} language={language} />
    </>
  );
}
