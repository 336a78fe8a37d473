import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Shares of turns that fail. A turn is a request and its reply. */
export interface InjectedFaults {
  /** The reply and the connection are lost. The request was processed. */
  loseReply?: number
  /** From here on nothing is passed on, but both sides keep their sockets. */
  halfOpen?: number
  /** The connection ends before the request is passed on. */
  drop?: number
  /** Connections are accepted, but nothing is passed on while this is set. */
  blackHole?: boolean
}

export interface FaultProxy {
  port: number
  /** Injected faults so far. */
  counts: { lost: number; halfOpened: number; dropped: number }
  /** Replaces all faults. */
  set(faults: InjectedFaults): void
  /** Sets the port for new connections. */
  setTarget(port: number): void
  countConnections(): number
  /** Closes every connection. New ones are accepted. */
  cutAll(): void
  stop(): Promise<void>
}

interface Line {
  client: Socket
  server: Socket
  isOpen: boolean
  isAsking: boolean
  /** Keeps pieces in order. */
  passing: Promise<unknown>
}

const pollMs = 20

/** A TCP proxy to a port of 127.0.0.1 that injects random network faults. Without faults it passes everything on. */
export async function startFaultProxy(initialTarget: number): Promise<FaultProxy> {
  let faults: InjectedFaults = {}
  let target = initialTarget
  const counts = { lost: 0, halfOpened: 0, dropped: 0 }
  const lines = new Set<Line>()
  const happens = (share: number | undefined) => share !== undefined && Math.random() < share

  const end = (line: Line) => {
    lines.delete(line)
    line.client.destroy()
    line.server.destroy()
  }
  const cut = (line: Line, what: keyof typeof counts) => {
    counts[what] += 1
    // Like a peer that has gone: the client sees a reset.
    line.client.resetAndDestroy()
    end(line)
  }
  const pass = async (line: Line, to: Socket, piece: Buffer) => {
    while (faults.blackHole && lines.has(line)) await sleep(pollMs)
    if (!line.isOpen || !lines.has(line) || to.destroyed || to.write(piece)) return
    await new Promise<void>((resolve) => {
      to.once('drain', resolve)
      to.once('close', resolve)
    })
  }
  const ask = async (line: Line, piece: Buffer) => {
    if (!line.isAsking) {
      line.isAsking = true
      if (happens(faults.drop)) return cut(line, 'dropped')
      if (line.isOpen && happens(faults.halfOpen)) {
        line.isOpen = false
        counts.halfOpened += 1
      }
    }
    await pass(line, line.server, piece)
  }
  const reply = async (line: Line, piece: Buffer) => {
    if (line.isAsking && happens(faults.loseReply)) return cut(line, 'lost')
    line.isAsking = false
    await pass(line, line.client, piece)
  }
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const line: Line = {
      client,
      server: upstream,
      isOpen: true,
      isAsking: false,
      passing: Promise.resolve(),
    }
    lines.add(line)
    const join = (from: Socket, run: (line: Line, piece: Buffer) => Promise<void>) => {
      from.on('data', (piece: Buffer) => {
        from.pause()
        line.passing = line.passing.then(() => run(line, piece)).finally(() => from.resume())
      })
      from.on('error', () => undefined)
      // A half-open connection tells neither side that the other has gone.
      from.on('close', () => void line.passing.then(() => (line.isOpen ? end(line) : undefined)))
    }
    join(client, ask)
    join(upstream, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    set: (next) => (faults = next),
    setTarget: (port) => (target = port),
    countConnections: () => lines.size,
    cutAll: () => lines.forEach(end),
    stop: async () => {
      const closingPromise = once(server, 'close')
      server.close()
      lines.forEach(end)
      await closingPromise
    },
  }
}
