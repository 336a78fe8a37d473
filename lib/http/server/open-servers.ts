import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { isDraining } from '@/lib/platform/server/drain'
import { isDevelopment } from '@/lib/platform/server/env'

// Next loads this module more than once; the servers are the process's.
const holder = globalThis as { stepmarkServers?: Set<Server> }

/**
 * How long someone may take to send. Node looks twice a minute, so it can be half a minute more, and answers 408. A piece
 * of a file has 8 MiB as the command line sends it: 48 kB/s are enough.
 */
const sendLimits = {
  headersTimeout: 20_000,
  /** Headers and body together. */
  requestTimeout: 180_000,
}

/**
 * Holds senders to those limits: Node's own are a minute and five. Remembers which servers of this process have been asked, and lets no connection outlast a reply once the process is about
 * to end: whoever keeps connections open would otherwise send the next request into one that is just being closed.
 */
export function watchServers(limits: Readonly<typeof sendLimits> = sendLimits): void {
  if (holder.stepmarkServers) return
  const servers = (holder.stepmarkServers = new Set())
  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as { server: Server; response: ServerResponse }
    if (!servers.has(server)) bound(server, limits)
    servers.add(server)
    if (isDraining()) response.shouldKeepAlive = false
  })
}

/**
 * No page speaks another protocol, and none of Node's limits holds a connection that asked for one: Next leaves some of
 * those open without a word. Where no one listens for it, such a request is answered as any other.
 */
function bound(server: Server, limits: Readonly<typeof sendLimits>): void {
  Object.assign(server, limits)
  // In development the page hears of changes by it.
  if (!isDevelopment()) server.removeAllListeners('upgrade')
}

/** Takes no new connection, and waits for what is being answered, so long at most. Tells whether all of it was. */
export async function closeServers(patienceMs: number): Promise<boolean> {
  const servers = [...(holder.stepmarkServers ?? [])]
  const closing = servers.map(
    (server) => new Promise<void>((resolve) => void server.close(() => resolve())),
  )
  let tooLate: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    tooLate = setTimeout(() => resolve(false), patienceMs)
  })
  const isDone = await Promise.race([Promise.all(closing).then(() => true), timeout])
  clearTimeout(tooLate)
  if (!isDone) for (const server of servers) server.closeAllConnections()
  return isDone
}
