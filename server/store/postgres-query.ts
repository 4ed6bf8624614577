import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
  type TransactionBuilder,
} from '#kysely';
import type pg from 'pg';
import { BEGIN, COMMIT, send, type Step, untilItsTurn } from './postgres-session.ts';
import type { Tables } from './schema.ts';

/** Kysely on PostgreSQL. Every transaction has our settings, and is run again if it ended for another one. */
export function queryBuilder(pool: pg.Pool): Kysely<Tables> {
  return new Repeating({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

class Repeating extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    const execute = <T>(work: (trx: Transaction<Tables>) => Promise<T>) => untilItsTurn(() => once(work));
    return Object.assign(builder, { execute });
  }
}

function createDriver(pool: pg.Pool): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(await pool.connect()),
    beginTransaction: (connection) => (connection as Connection).begin(),
    commitTransaction: (connection) => (connection as Connection).end(COMMIT),
    rollbackTransaction: (connection) => (connection as Connection).end({ text: 'ROLLBACK' }),
    releaseConnection: async (connection) => (connection as Connection).release(),
    destroy: () => pool.end(),
  };
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #isInTransaction = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async begin(): Promise<void> {
    this.#isInTransaction = true;
    await send(this.#client, [BEGIN]);
  }

  async end(step: Step): Promise<void> {
    const [ended] = await send(this.#client, [step]);
    this.#isInTransaction = false;
    if (step === COMMIT && ended?.command !== 'COMMIT') throw new Error('An earlier statement had failed.');
  }

  /** A statement outside of a transaction is one of its own. */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const step = { text: sql, values: [...parameters] };
    const [result] = this.#isInTransaction
      ? await send(this.#client, [step])
      : (await untilItsTurn(() => send(this.#client, [BEGIN, step, COMMIT]))).slice(1);
    return { rows: result?.rows ?? [], numAffectedRows: BigInt(result?.rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('Long lists are read in chunks, see server/store/in-chunks.ts.');
  }

  /** Not reused in a transaction whose end is unknown. */
  release(): void {
    this.#client.release(this.#isInTransaction);
  }
}
