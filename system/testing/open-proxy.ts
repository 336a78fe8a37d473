import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { buffer as readBody } from 'node:stream/consumers'

/** Whether requests should be sent there. */
export const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** Asks them in turn, those that are ready, over connections that it keeps open, as a reverse proxy does. */
export function openProxy(backends: readonly string[]): Promise<Server & { stop(): void }> {
  const agent = new Agent({ keepAlive: true })
  const ready = new Map<string, boolean>()
  const polling = setInterval(() => {
    for (const url of backends) void isReady(url).then((is) => ready.set(url, is))
  }, 200)
  let turn = 0
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) => {
    const isOpen = backends.filter((url) => ready.get(url) !== false)
    // A machine under load is slow: where none is ready, all are asked, as proxies do.
    const open = isOpen.length > 0 ? isOpen : backends
    turn += 1
    const targets = [...open.slice(turn % open.length), ...open.slice(0, turn % open.length)]
    const { method, headers } = incoming
    const tryNext = (refusal: string) => {
      const target = targets.shift()
      if (target === undefined) return void outgoing.writeHead(502).end(refusal)
      const forwarded = request(`${target}${incoming.url}`, { method, headers, agent }, (reply) => {
        // What it says of this connection is not for the other one.
        const { connection: _, 'transfer-encoding': __, ...replyHeaders } = reply.headers
        outgoing.writeHead(reply.statusCode ?? 502, replyHeaders)
        reply.pipe(outgoing)
      })
      forwarded.once('error', (error: NodeJS.ErrnoException) => {
        // No one heard it: another one may be asked, whatever it is.
        if (error.code === 'ECONNREFUSED') tryNext(String(error))
        else outgoing.writeHead(502).end(String(error))
      })
      forwarded.end(body)
    }
    tryNext('')
  }
  const proxy = createServer((incoming, outgoing) => {
    readBody(incoming).then(
      (body) => forward(incoming, body, outgoing),
      // Whoever asked is gone.
      () => outgoing.destroy(),
    )
  })
  const stop = () => {
    clearInterval(polling)
    agent.destroy()
    proxy.closeAllConnections()
    proxy.close()
  }
  return new Promise((resolve) =>
    proxy.listen(0, '127.0.0.1', () => resolve(Object.assign(proxy, { stop }))),
  )
}
