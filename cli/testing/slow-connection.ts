import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as listenOn } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { forwardRequest } from './faulty-server'
import { listenOnFreePort, type ServedApi } from './serve-api'

const minDelayMs = 10

/**
 * A proxy to a local port that limits the bytes per second towards it, like a slow connection, and
 * returns replies without delay.
 */
async function openSlowConnection(port: number, bytesPerSecond: number): Promise<ServedApi> {
  const server = listenOn((client) => {
    const target = connect(port, '127.0.0.1')
    client.on('error', () => target.destroy())
    target.on('error', () => client.end())
    // Drop what arrives after the other side has closed, but deliver its last reply.
    target.on('end', () => client.end())
    target.on('data', (piece) => client.write(piece))
    void (async () => {
      for await (const piece of client as AsyncIterable<Buffer>) {
        if (!target.writable) continue
        target.write(piece)
        await sleep(Math.max(minDelayMs, (piece.length / bytesPerSecond) * 1000))
      }
      target.end()
    })().catch(() => target.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/**
 * A Node server in front of a real one, behind a slow connection. Responds with 408 to requests
 * that take longer than `requestTimeoutMs` to arrive. Reports each complete request.
 */
export async function serveOnSlowConnection(
  realUrl: () => string,
  { bytesPerSecond, requestTimeoutMs }: { bytesPerSecond: number; requestTimeoutMs: number },
  onRequest: (request: IncomingMessage, bytes: number) => void,
): Promise<ServedApi> {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    onRequest(request, body.length)
    const reply = await forwardRequest(realUrl(), request, body)
    const headers = Object.fromEntries(reply.headers)
    delete headers['content-encoding']
    response.writeHead(reply.status, headers)
    response.end(Buffer.from(await reply.arrayBuffer()))
  }
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs }
  const server = await listenOnFreePort(
    createServer({ ...timeouts, connectionsCheckingInterval: 50 }, (request, response) => {
      forward(request, response).catch(() => response.destroy())
    }),
  )
  const slowConnection = await openSlowConnection(Number(new URL(server.url).port), bytesPerSecond)
  return {
    url: slowConnection.url,
    async stop() {
      await server.stop()
      await slowConnection.stop()
    },
  }
}
