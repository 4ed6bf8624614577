import { lazy, Suspense, type ComponentType } from 'react';
import type { Props } from './AddressCheck.tsx';

/** Loaded once somebody types. If it fails to load, the browser's and the server's checks remain. */
const AddressCheck = lazy<ComponentType<Props>>(() =>
  import('./AddressCheck.tsx').catch(() => ({ default: () => null })),
);

export function LateAddressCheck(props: Props) {
  return (
    <Suspense>
      <AddressCheck {...props} />
    </Suspense>
  );
}
