import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isDevelopmentServer } from '@/lib/platform/server/env'
import { isDraining } from '@/lib/platform/server/shutdown-drain'
import { rerouteMalformedRequest } from './malformed-requests'

// Next loads this module more than once, and the servers belong to the process.
const processGlobals = globalThis as { stepmarkServers?: Set<Server> }

interface StartedRequest {
  server: Server
  request: IncomingMessage
  response: ServerResponse
}

/**
 * How long a client may take to send a request. Node checks every 30 seconds and then returns 408. The command line
 * uploads chunks of 8 MiB, so 48 kB/s is enough.
 */
const sendLimits = {
  headersTimeout: 20_000,
  /** Headers and body together. */
  requestTimeout: 180_000,
}

/**
 * Applies the limits instead of Node's 1 and 5 minutes. Remembers the servers of this process. Once the process is
 * about to end, no connection stays open after its response, because a kept-alive client could send its next request
 * into a closing connection.
 */
export function configureHttpServers(limits: Readonly<typeof sendLimits> = sendLimits): void {
  if (processGlobals.stepmarkServers) return
  const servers = (processGlobals.stepmarkServers = new Set())
  subscribe('http.server.request.start', (message) => {
    const { server, request, response } = message as StartedRequest
    rerouteMalformedRequest(request)
    if (!servers.has(server)) applyLimits(server, limits)
    servers.add(server)
    if (isDraining()) response.shouldKeepAlive = false
  })
}

/**
 * No page uses another protocol, and Node's limits do not apply to connections that asked for one: Next leaves some
 * of them open. Without an upgrade listener, such a request gets an ordinary response.
 */
function applyLimits(server: Server, limits: Readonly<typeof sendLimits>): void {
  Object.assign(server, limits)
  // In development, the page receives changes over a websocket.
  if (!isDevelopmentServer()) server.removeAllListeners('upgrade')
}

/** Stops accepting connections and waits, with a limit, for running requests. Returns whether all of them completed. */
export async function closeHttpServers(maxWaitMs: number): Promise<boolean> {
  const servers = [...(processGlobals.stepmarkServers ?? [])]
  const closing = servers.map(
    (server) => new Promise<void>((resolve) => void server.close(() => resolve())),
  )
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), maxWaitMs)
  })
  const isDone = await Promise.race([Promise.all(closing).then(() => true), timeout])
  clearTimeout(timer)
  if (!isDone) for (const server of servers) server.closeAllConnections()
  return isDone
}
