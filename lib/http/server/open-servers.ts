import { subscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { isDraining } from '@/lib/platform/server/drain'

// Next loads this module more than once; the servers are the process's.
const holder = globalThis as { stepmarkServers?: Set<Server> }

/**
 * Remembers which servers of this process have been asked, and lets no connection outlast a reply once the process is about
 * to end: whoever keeps connections open would otherwise send the next request into one that is just being closed.
 */
export function watchServers(): void {
  if (holder.stepmarkServers) return
  const servers = (holder.stepmarkServers = new Set())
  subscribe('http.server.request.start', (message) => {
    const { server, response } = message as { server: Server; response: ServerResponse }
    servers.add(server)
    if (isDraining()) response.shouldKeepAlive = false
  })
}

/** Takes no new connection, and waits for what is being answered, so long at most. Tells whether all of it was. */
export async function closeServers(patienceMs: number): Promise<boolean> {
  const servers = [...(holder.stepmarkServers ?? [])]
  const closing = servers.map(
    (server) => new Promise<void>((resolve) => void server.close(() => resolve())),
  )
  let tooLate: NodeJS.Timeout | undefined
  const patience = new Promise<false>((resolve) => {
    tooLate = setTimeout(() => resolve(false), patienceMs)
  })
  const isDone = await Promise.race([Promise.all(closing).then(() => true), patience])
  clearTimeout(tooLate)
  if (!isDone) for (const server of servers) server.closeAllConnections()
  return isDone
}
