import { lazy, Suspense, type ComponentType } from 'react';

/** `refuse`: shows a sentence as an error at the field, or takes it away (null). */
export type Props = { id: string; quiet?: boolean; refuse?: (sentence: string | null) => void };

/** Loaded once somebody types. Where it does not come, the browser's own check and the server's remain. */
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
