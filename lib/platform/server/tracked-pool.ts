import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

interface ClientSlot {
  /** Undefined: not acquired yet. Null: released to the pool, where another caller may have it. */
  client: pg.PoolClient | null | undefined
}

// Stored globally, like the pools, however often this module is loaded.
const processGlobals = globalThis as { stepmarkTrackedClients?: AsyncLocalStorage<ClientSlot> }
const clientStorage = (processGlobals.stepmarkTrackedClients ??=
  new AsyncLocalStorage<ClientSlot>())

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  callback: (release?: unknown) => void,
) => void

/** A pool that tells `runWithTransactionClient` which connection it returned, and when that is released. */
export class TrackedPool extends pg.Pool {
  private readonly slots = new WeakMap<pg.PoolClient, ClientSlot>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (_error, client) => {
      const slot = this.slots.get(client)
      if (slot) slot.client = null
      this.slots.delete(client)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | void {
    // Pool.query uses the callback.
    if (callback !== undefined)
      return super.connect((error, client, release) => {
        if (client) keepConnectionAfterStatementError(client)
        callback(error, client, release)
      })
    const slot = clientStorage.getStore()
    return super.connect().then((client) => {
      if (slot !== undefined && slot.client === undefined) {
        slot.client = client
        this.slots.set(client, slot)
      }
      return client
    })
  }
}

/**
 * PostgreSQL error codes after which a connection is lost or uncertain: connection, session and transaction timeouts,
 * operator intervention, internal errors. 0A000, 26000, 42P05: a named statement (./statement-namer) now returns
 * other columns, or its name is unknown or taken.
 */
const connectionBreakingCodes = /^(08|0A000|25P0[34]|26000|42P05|57P|XX)/

/**
 * pg-pool closes the connection of every failed statement. A statement that PostgreSQL only rejected, such as a
 * duplicate key, leaves the connection intact, and a new one costs about 15 ms.
 */
function keepConnectionAfterStatementError(client: pg.PoolClient): void {
  const release = client.release.bind(client)
  client.release = (error) => {
    const isStatementError =
      error instanceof pg.DatabaseError && !connectionBreakingCodes.test(error.code ?? 'XX')
    release(isStatementError ? undefined : error)
  }
}

/**
 * Prisma does not expose the connection of a transaction, and COPY needs it. Inside `run`, the first connection that
 * a TrackedPool returns is remembered: that of the transaction, if `run` starts with it. Call `readClient` for each
 * use: it throws once the connection is released, which Prisma does by itself if a transaction takes too long.
 */
export function runWithTransactionClient<T>(
  run: (readClient: () => pg.PoolClient) => Promise<T>,
): Promise<T> {
  const slot: ClientSlot = { client: undefined }
  return clientStorage.run(slot, () =>
    run(() => {
      if (!slot.client)
        throw new Error(
          'The connection of this transaction is not acquired yet, or already released',
        )
      return slot.client
    }),
  )
}
