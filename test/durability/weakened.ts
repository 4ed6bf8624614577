import { createCollector } from '#server/app/collector.ts';
import { readConfig } from '#server/base/config.ts';
import type { Database } from '#server/store/database.ts';
import type { Synchronous } from '#server/store/open.ts';
import { createLog } from '#server/base/log.ts';
import { loadBuild } from '#server/base/build.ts';
import { openStore, type StoreOptions } from '#server/app/open-store.ts';

/**
 * The collector with a planted fault, to show that the proofs can fail.
 * usage: node weakened.ts <dist> NORMAL|OFF|ack-first
 */
const [, , dist = '', fault = ''] = process.argv;
const config = readConfig(process.env);
const log = createLog(
  (line) => process.stdout.write(line),
  () => new Date(),
);

async function open(options: StoreOptions) {
  const synchronous: Synchronous = fault === 'NORMAL' || fault === 'OFF' ? fault : 'FULL';
  const database = await openStore(options, synchronous);
  if (fault !== 'ack-first') return database;
  const add: typeof database.add = (values) => {
    void database.add(values);
    return Promise.resolve('stored');
  };
  answerFirst(database);
  return { ...database, add };
}

/** This program starts no worker: all transactions are for messages. */
function answerFirst({ write }: Database): void {
  const begin = write.transaction.bind(write);
  write.transaction = () => {
    const transaction = begin();
    const execute = transaction.execute.bind(transaction);
    transaction.execute = (work) => {
      void execute(work).catch(() => {});
      return Promise.resolve('stored' as never);
    };
    return transaction;
  };
}

const { app } = await createCollector(config, {
  build: loadBuild(dist),
  log,
  now: Date.now,
  steadyNow: Date.now,
  random: Math.random,
  onFatal: () => process.exit(1),
  open,
});
app.server.listen({ host: config.host, port: config.port }, () => {
  const address = app.server.address();
  const bound = typeof address === 'object' ? address?.port : null;
  log.info('listening', { address: `http://${config.host}:${bound}` });
});
