import { Link } from 'wouter';
import type { DraftLink } from '#contract/owner/site.ts';
import { useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Loaded } from '../parts/states.tsx';
import { PreviewLinks } from '../settings/PreviewLinks.tsx';
import { useWords } from '../words.ts';

/** `/site/drafts`: links that show a client the site as it would be published. */
export default function DraftLinks() {
  const { t } = useWords();
  const read = useOwner<DraftLink[]>('/site/drafts');
  return (
    <>
      <PageHead title={t('site.drafts.title')} over={<Link href="/site">{t('nav.site')}</Link>} />
      <Loaded read={read}>{(links) => <PreviewLinks kind="draft" links={links} />}</Loaded>
    </>
  );
}
