import { lazy, Suspense, type ComponentType } from 'react';

/** `refuse`: shows a sentence as the field's error, or removes it (null). */
export type Props = { id: string; quiet?: boolean; refuse?: (sentence: string | null) => void };

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
