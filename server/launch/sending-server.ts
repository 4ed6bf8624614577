import type { Config } from '#server/base/config.ts';
import { isLive } from '#server/stage/stage.ts';
import type { Database } from '#server/store/database.ts';
import type { SendingServer } from './announcement.ts';
import { storeIdOf } from './store-id.ts';

/** What sending needs to know of this server. */
export async function sendingServerOf(
  store: Pick<Database, 'kind' | 'read'>,
  config: Pick<Config, 'dataDir' | 'mailRoute' | 'stage'>,
  now: number,
): Promise<SendingServer> {
  const storeId = await storeIdOf(store, config.dataDir);
  return { storeId, mailRoute: config.mailRoute, isLive: await isLive(store.read, config), now };
}
