import type { ServerSettings } from '#contract/owner/server-settings.ts';
import type { Settings as Read } from '#contract/owner/settings.ts';
import { USUAL_MS, useOwner } from '../api.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { Loaded } from '../parts/states.tsx';
import { useWords } from '../words.ts';
import { Address } from './Address.tsx';
import { Analytics } from './Analytics.tsx';
import { Backup } from './Backup.tsx';
import { AuditLog } from './AuditLog.tsx';
import { Changeable } from './Changeable.tsx';
import { Copies } from './Copies.tsx';
import { EmailDelivery } from './EmailDelivery.tsx';
import { Doctor } from './Doctor.tsx';
import { WeeklySummarySetting } from './WeeklySummarySetting.tsx';
import { ReturnsMailbox } from './ReturnsMailbox.tsx';
import { Appearance } from './Appearance.tsx';
import { Owners } from './Owners.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PreviewLinks } from './PreviewLinks.tsx';
import { Sessions } from './Sessions.tsx';
import { SiteStatus } from './SiteStatus.tsx';

/** The settings: set once, rarely visited. */
export default function Settings() {
  const { t } = useWords();
  const read = useOwner<Read>('/settings');
  const ofServer = useOwner<ServerSettings>('/server-settings', {
    every: ({ nextAddress }) => (nextAddress === null ? 0 : USUAL_MS),
  });
  return (
    <>
      <PageHead title={t('nav.settings')} />
      <Loaded read={read}>
        {({ version, site, backup, previews, weeklySummary, analytics }) => (
          // Around all, so that none of what is below moves when it comes.
          <Loaded read={ofServer}>
            {(settings) => (
              <>
                <SiteStatus site={site} />
                <EmailDelivery settings={settings} />
                <ReturnsMailbox settings={settings} />
                <Changeable about="microsoft" settings={settings} />
                <Changeable about="limits" settings={settings} />
                <Address settings={settings} />
                <Changeable about="readers" settings={settings} />
                <Changeable about="signUps" settings={settings} />
                <Analytics analytics={analytics} />
                <Passkeys />
                <Sessions />
                <Owners />
                <Doctor version={version} />
                <Backup backup={backup} />
                <Copies settings={settings} />
                <PreviewLinks kind="site" links={previews} />
                <WeeklySummarySetting weeklySummary={weeklySummary} />
                <Appearance />
                <AuditLog />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}
