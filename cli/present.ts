import type { Config, FixedConfig } from '#server/base/config.ts';
import { readPresent } from '#server/settings/present.ts';
import { type Access, type Store, withStore } from '#server/store/existing.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';

/** Works on the store by the settings of this moment, with those that owners have set. @throws Failed */
export function withSettings<T>(
  fixed: FixedConfig,
  access: Access,
  work: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  return withStore(fixed, access, async (store) => {
    const { config } = await readPresent(fixed, store.read, () => secretsOf(fixed));
    return work(store, config);
  });
}
