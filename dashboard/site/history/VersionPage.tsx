import { useEffect, useMemo } from 'react';
import type { VersionContent } from '#contract/owner/site.ts';
import { useWords } from '../../words.ts';
import type { Site } from '../draft.ts';
import { PreviewColumn } from '../preview/PreviewColumn.tsx';
import type { PreviewOptions } from '../preview/preview-options.ts';
import { MailLines } from '../preview/MailLines.tsx';
import { PageFrame } from '../preview/PageFrame.tsx';
import { usePage } from '../preview/use-page.ts';
import { useStateShown } from '../preview/use-state-shown.ts';
import type { Difference } from './differences.ts';
import type { Stands } from '../stands.ts';

type Props = {
  site: Site;
  version: VersionContent;
  stands: Stands;
  differences: readonly Difference[];
  look: PreviewOptions;
  onLook: (next: Partial<PreviewOptions>) => void;
  onPress: (field: string) => void;
  onLeave: () => void;
};

/** A page as a version has it, with a line under what differs. It scrolls to the field in `focused`. */
export function VersionPage({ site, version, stands, differences, look, onLook, onPress, onLeave }: Props) {
  const { t } = useWords();
  const { language } = look;
  const { number, content } = version;
  const { shows } = stands;
  const [state, setState] = useStateShown(site, shows, language, number);
  const shown = shows[state] ?? shows[0]!;
  const drawn = usePage({ site, shown: { shows: shown, language, version: number }, onPress, onLeave });
  const { page } = drawn;
  const differing = useMemo(() => new Set(differences.map(({ field }) => field.key)), [differences]);
  useEffect(() => page?.setDiffering(differing), [page, differing]);
  return (
    <PreviewColumn
      look={look}
      onChange={onLook}
      shows={shows}
      state={state}
      onState={setState}
      shown={shown}
      version={number}
    >
      <PageFrame shown={drawn} label={t('site.history.page')} look={look}>
        <MailLines site={site} shown={shown} language={language} content={content} />
      </PageFrame>
    </PreviewColumn>
  );
}
