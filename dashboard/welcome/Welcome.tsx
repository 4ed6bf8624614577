import type { ServerSettings } from '#contract/owner/server-settings.ts';
import { useOwner } from '../api.ts';
import { Loaded } from '../parts/states.tsx';
import { useSite } from '../site/use-site.ts';
import { Agency } from './Agency.tsx';
import { Delivery } from './Delivery.tsx';
import { Look } from './Look.tsx';
import { Place } from './Place.tsx';

/** The steps of the first start that follow signing in. `n`: 2 to 5. */
export default function Welcome({ n }: { n: number }) {
  return n === 2 || n === 5 ? <OfTheSite n={n} /> : <OfTheServer n={n} />;
}

function OfTheSite({ n }: { n: number }) {
  const site = useSite();
  return <Loaded read={site}>{(data) => (n === 2 ? <Agency site={data} /> : <Look site={data} />)}</Loaded>;
}

function OfTheServer({ n }: { n: number }) {
  const settings = useOwner<ServerSettings>('/server-settings');
  return (
    <Loaded read={settings}>
      {(data) => (n === 3 ? <Place settings={data} /> : <Delivery settings={data} />)}
    </Loaded>
  );
}
