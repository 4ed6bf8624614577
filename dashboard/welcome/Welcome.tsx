import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { useOwner, type Read } from '../api.ts';
import { Loaded } from '../parts/states.tsx';
import { useSite } from '../site/use-site.ts';
import { useWords } from '../words.ts';
import { Agency } from './Agency.tsx';
import { EmailStep } from './EmailStep.tsx';
import { LookStep } from './LookStep.tsx';
import { AddressStep } from './AddressStep.tsx';
import { WelcomeScreen } from './WelcomeStep.tsx';

const TITLES = { 2: 'agencyTitle', 3: 'addressTitle', 4: 'mailTitle', 5: 'lookTitle' } as const;

type Step = keyof typeof TITLES;

/** The steps of the first start that follow signing in. */
export default function Welcome({ n }: { n: Step }) {
  return n === 2 || n === 5 ? <OfTheSite n={n} /> : <OfTheServer n={n} />;
}

function OfTheSite({ n }: { n: 2 | 5 }) {
  const site = useSite();
  if (site.data === undefined) return <Waiting n={n} read={site} />;
  return n === 2 ? <Agency site={site.data} /> : <LookStep site={site.data} />;
}

function OfTheServer({ n }: { n: 3 | 4 }) {
  const settings = useOwner<ServerSettings>('/server-settings');
  if (settings.data === undefined) return <Waiting n={n} read={settings} />;
  return n === 3 ? <AddressStep settings={settings.data} /> : <EmailStep settings={settings.data} />;
}

function Waiting({ n, read }: { n: Step; read: Read<unknown> }) {
  const { t } = useWords();
  return (
    <WelcomeScreen n={n} title={t(`start.${TITLES[n]}`)} waits>
      <Loaded read={read} />
    </WelcomeScreen>
  );
}
