import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

interface ClientSlot {
  /** Undefined: none was taken yet. Null: it was given back, and whoever takes it next has it. */
  client: pg.PoolClient | null | undefined
}

// As with the pools: the process has one, however often this module is loaded.
const holder = globalThis as { stepmarkHeldClients?: AsyncLocalStorage<ClientSlot> }
const clientStorage = (holder.stepmarkHeldClients ??= new AsyncLocalStorage<ClientSlot>())

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool of connections that tells `rememberClient` which one it gave, and when that is given back. */
export class TrackedPool extends pg.Pool {
  private readonly places = new WeakMap<pg.PoolClient, ClientSlot>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('release', (_error, client) => {
      const place = this.places.get(client)
      if (place) place.client = null
      this.places.delete(client)
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | void {
    // Pool.query comes this way.
    if (callback !== undefined)
      return super.connect((error, client, done) => {
        if (client) keepAfterRefusal(client)
        callback(error, client, done)
      })
    const place = clientStorage.getStore()
    return super.connect().then((client) => {
      if (place !== undefined && place.client === undefined) {
        place.client = client
        this.places.set(client, place)
      }
      return client
    })
  }
}

/**
 * PostgreSQL's error codes after which a connection is lost or in doubt: connection, session and transaction timeouts,
 * operator intervention, internal.
 */
const breaksConnection = /^(08|25P0[34]|57P|XX)/

/**
 * pg-pool closes the connection of every statement that fails. One that PostgreSQL only refused, such as a duplicate key,
 * leaves the connection as it was, and a new one costs about 15 ms.
 */
function keepAfterRefusal(client: pg.PoolClient): void {
  const release = client.release.bind(client)
  client.release = (error) => {
    const isRefusal =
      error instanceof pg.DatabaseError && !breaksConnection.test(error.code ?? 'XX')
    release(isRefusal ? undefined : error)
  }
}

/**
 * Prisma does not give out the connection of a transaction, and what it cannot say (COPY) needs it. Inside of `act` the
 * first connection that a TrackedPool gives is known: that of the transaction, where `act` begins with it. It is to be
 * asked for at each use: `readClient` throws as soon as the connection is given back, which Prisma does by itself when a
 * transaction takes too long.
 */
export function rememberClient<T>(
  act: (readClient: () => pg.PoolClient) => Promise<T>,
): Promise<T> {
  const place: ClientSlot = { client: undefined }
  return clientStorage.run(place, () =>
    act(() => {
      if (!place.client)
        throw new Error('The connection of this transaction is not taken yet, or not held any more')
      return place.client
    }),
  )
}
