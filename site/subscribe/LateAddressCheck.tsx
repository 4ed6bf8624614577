import { lazy, Suspense, type ComponentType } from 'react';
import { parseAddress } from '#contract/subscribe.ts';

type Props = { id: string; quiet?: boolean };

/** Loaded once somebody types. Where it does not come, the browser's own check and the server's remain. */
const AddressCheck = lazy<ComponentType<Props & { parse: typeof parseAddress }>>(() =>
  import('./AddressCheck.tsx').catch(() => ({ default: () => null })),
);

export function LateAddressCheck(props: Props) {
  return (
    <Suspense>
      <AddressCheck parse={parseAddress} {...props} />
    </Suspense>
  );
}
