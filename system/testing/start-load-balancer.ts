import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { buffer as readBody } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Whether the server is ready for requests. */
export const isServerReady = async (url: string) => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** One request at a time, so that no late reply replaces a newer one. */
async function pollReadiness(
  url: string,
  signal: AbortSignal,
  onReply: (isReady: boolean) => void,
) {
  while (!signal.aborted) {
    onReply(await isServerReady(url))
    await sleep(200)
  }
}

/** A reverse proxy with keep-alive that sends requests to the ready backends in turn. */
export function startLoadBalancer(backends: readonly string[]): Promise<Server & { stop(): void }> {
  const agent = new Agent({ keepAlive: true })
  const readyByUrl = new Map<string, boolean>()
  const pollController = new AbortController()
  for (const url of backends)
    void pollReadiness(url, pollController.signal, (isReady) => readyByUrl.set(url, isReady))
  let turn = 0
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) => {
    const readyBackends = backends.filter((url) => readyByUrl.get(url) !== false)
    // If none is ready, as on a machine under load, try all.
    const candidates = readyBackends.length > 0 ? readyBackends : backends
    turn += 1
    const targets = [
      ...candidates.slice(turn % candidates.length),
      ...candidates.slice(0, turn % candidates.length),
    ]
    const { method, headers } = incoming
    const tryNext = (lastError: string) => {
      const target = targets.shift()
      if (target === undefined) return void outgoing.writeHead(502).end(lastError)
      const outgoingRequest = request(
        `${target}${incoming.url}`,
        { method, headers, agent },
        (reply) => {
          // Hop-by-hop headers are not forwarded.
          const { connection: _, 'transfer-encoding': __, ...replyHeaders } = reply.headers
          outgoing.writeHead(reply.statusCode ?? 502, replyHeaders)
          reply.pipe(outgoing)
        },
      )
      outgoingRequest.once('error', (error: NodeJS.ErrnoException) => {
        // The backend did not receive the request, so it is safe to send it to another one. A backend that exits may have
        // closed an idle connection just before it was used again.
        const wasClosed = error.code === 'ECONNRESET' && outgoingRequest.reusedSocket
        if (error.code === 'ECONNREFUSED' || wasClosed) tryNext(String(error))
        else outgoing.writeHead(502).end(String(error))
      })
      outgoingRequest.end(body)
    }
    tryNext('')
  }
  const proxy = createServer((incoming, outgoing) => {
    readBody(incoming).then(
      (body) => forward(incoming, body, outgoing),
      // The client disconnected.
      () => outgoing.destroy(),
    )
  })
  const stop = () => {
    pollController.abort()
    agent.destroy()
    proxy.closeAllConnections()
    proxy.close()
  }
  return new Promise((resolve) =>
    proxy.listen(0, '127.0.0.1', () => resolve(Object.assign(proxy, { stop }))),
  )
}
