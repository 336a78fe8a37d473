import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { buildApiRouter } from '@/lib/http/server/api'

export interface ServedApi {
  url: string
  stop(): Promise<void>
}

/** Serves the whole API on its own port, without Next, in this process and on its database. */
export async function serveApi(): Promise<ServedApi> {
  const api = buildApiRouter()
  const server = createServer((incoming, outgoing) => {
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers as Record<string, string>,
      ...(hasBody
        ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }
        : {}),
    })
    void (async () => {
      const response = await api.fetch(request)
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (response.body) await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing)
      else outgoing.end()
    })().catch(() => outgoing.destroy())
  })
  return listenOnFreePort(server)
}

export async function listenOnFreePort(server: HttpServer): Promise<ServedApi> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
