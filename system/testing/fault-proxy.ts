import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Shares of turns that fail. A turn is a request and its reply. */
export interface FaultProbabilities {
  /** The reply and the connection are lost. The request was processed. */
  loseReply?: number
  /** From here on nothing is forwarded, but both sides keep their sockets. */
  halfOpen?: number
  /** The connection ends before the request is forwarded. */
  drop?: number
  /** Connections are accepted, but nothing is forwarded while this is set. */
  blackHole?: boolean
}

export interface FaultProxy {
  port: number
  /** Injected faults so far. */
  counts: { lost: number; halfOpened: number; dropped: number }
  /** Replaces all faults. */
  set(faults: FaultProbabilities): void
  /** Sets the port for new connections. */
  setTarget(port: number): void
  countConnections(): number
  /** Closes every connection. New ones are accepted. */
  cutAll(): void
  stop(): Promise<void>
}

interface ProxiedConnection {
  client: Socket
  server: Socket
  isOpen: boolean
  awaitsReply: boolean
  /** The forwarding of the previous chunk. The next one waits for it, to keep them in order. */
  pendingForward: Promise<unknown>
}

const pollMs = 20

/** A TCP proxy to a port of 127.0.0.1 that injects random network faults. Without faults it forwards everything. */
export async function startFaultProxy(initialTarget: number): Promise<FaultProxy> {
  let faults: FaultProbabilities = {}
  let target = initialTarget
  const counts = { lost: 0, halfOpened: 0, dropped: 0 }
  const connections = new Set<ProxiedConnection>()
  const occurs = (share: number | undefined) => share !== undefined && Math.random() < share

  const closeConnection = (connection: ProxiedConnection) => {
    connections.delete(connection)
    connection.client.destroy()
    connection.server.destroy()
  }
  const breakConnection = (connection: ProxiedConnection, fault: keyof typeof counts) => {
    counts[fault] += 1
    // Like a peer that has gone: the client sees a reset.
    connection.client.resetAndDestroy()
    closeConnection(connection)
  }
  const forward = async (connection: ProxiedConnection, to: Socket, chunk: Buffer) => {
    while (faults.blackHole && connections.has(connection)) await sleep(pollMs)
    if (!connection.isOpen || !connections.has(connection) || to.destroyed || to.write(chunk))
      return
    await new Promise<void>((resolve) => {
      to.once('drain', resolve)
      to.once('close', resolve)
    })
  }
  const forwardRequest = async (connection: ProxiedConnection, chunk: Buffer) => {
    if (!connection.awaitsReply) {
      connection.awaitsReply = true
      if (occurs(faults.drop)) return breakConnection(connection, 'dropped')
      if (connection.isOpen && occurs(faults.halfOpen)) {
        connection.isOpen = false
        counts.halfOpened += 1
      }
    }
    await forward(connection, connection.server, chunk)
  }
  const forwardReply = async (connection: ProxiedConnection, chunk: Buffer) => {
    if (connection.awaitsReply && occurs(faults.loseReply))
      return breakConnection(connection, 'lost')
    connection.awaitsReply = false
    await forward(connection, connection.client, chunk)
  }
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const connection: ProxiedConnection = {
      client,
      server: upstream,
      isOpen: true,
      awaitsReply: false,
      pendingForward: Promise.resolve(),
    }
    connections.add(connection)
    const relay = (
      from: Socket,
      run: (connection: ProxiedConnection, chunk: Buffer) => Promise<void>,
    ) => {
      from.on('data', (chunk: Buffer) => {
        from.pause()
        connection.pendingForward = connection.pendingForward
          .then(() => run(connection, chunk))
          .finally(() => from.resume())
      })
      from.on('error', () => undefined)
      // A half-open connection tells neither side that the other has gone.
      from.on(
        'close',
        () =>
          void connection.pendingForward.then(() =>
            connection.isOpen ? closeConnection(connection) : undefined,
          ),
      )
    }
    relay(client, forwardRequest)
    relay(upstream, forwardReply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    set: (newFaults) => (faults = newFaults),
    setTarget: (port) => (target = port),
    countConnections: () => connections.size,
    cutAll: () => connections.forEach(closeConnection),
    stop: async () => {
      const closingPromise = once(server, 'close')
      server.close()
      connections.forEach(closeConnection)
      await closingPromise
    },
  }
}
