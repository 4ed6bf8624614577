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
import {
  BEGIN,
  COMMIT,
  PostgresSession,
  type SessionSource,
  type SessionStep,
  untilItsTurn,
} from './postgres-session.ts';
import type { Tables } from './schema.ts';

/** Kysely on PostgreSQL. Every transaction has our settings, and is run again if it ended for another one. */
export function postgresQueries(source: SessionSource): Kysely<Tables> {
  return new Repeating({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(source),
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

function createDriver(source: SessionSource): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => new Connection(await PostgresSession.open(source)),
    beginTransaction: (connection) => (connection as Connection).begin(),
    commitTransaction: (connection) => (connection as Connection).end(COMMIT),
    rollbackTransaction: (connection) => (connection as Connection).end({ text: 'ROLLBACK' }),
    releaseConnection: async (connection) => (connection as Connection).release(),
    destroy: async () => {},
  };
}

class Connection implements DatabaseConnection {
  readonly #session: PostgresSession;
  #isInTransaction = false;

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  async begin(): Promise<void> {
    this.#session.assertNoneWaits();
    this.#isInTransaction = true;
    await this.#session.send([BEGIN]);
  }

  async end(step: SessionStep): Promise<void> {
    const [ended] = await this.#session.send([step]);
    this.#isInTransaction = false;
    if (step === COMMIT && ended?.command !== 'COMMIT') throw new Error('An earlier statement had failed.');
  }

  /** A statement outside of a transaction is one of its own. */
  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    const step = { text: sql, values: [...parameters] };
    if (this.#isInTransaction) return resultOf(await this.#session.send([step]));
    if (!MAY_READ.has(query.kind)) this.#session.assertNoneWaits();
    const results = await untilItsTurn(() => this.#session.send([BEGIN, step, COMMIT]));
    return resultOf(results.slice(1));
  }

  streamQuery(): never {
    throw new Error('Long lists are read in chunks, see server/store/in-chunks.ts.');
  }

  /** Not reused in a transaction whose end is unknown. */
  release(): void {
    this.#session.release(this.#isInTransaction);
  }
}

/** What waits for no standby. */
const MAY_READ: ReadonlySet<string> = new Set(['SelectQueryNode', 'RawNode']);

function resultOf<R>([result]: readonly pg.QueryResult[]): QueryResult<R> {
  return { rows: (result?.rows ?? []) as R[], numAffectedRows: BigInt(result?.rowCount ?? 0) };
}
