import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as listenOn } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, type ServedApi } from './serve-api'
import { forward } from './faulty-server'

const turnMs = 10

/**
 * A way to a port of this machine that carries so many bytes a second towards it, as a slow line does, and everything back
 * at once.
 */
async function openSlowLine(port: number, bytesPerSecond: number): Promise<ServedApi> {
  const server = listenOn((client) => {
    const far = connect(port, '127.0.0.1')
    client.on('error', () => far.destroy())
    far.on('error', () => client.end())
    // What comes after the far side has hung up goes nowhere, and its last words still arrive.
    far.on('end', () => client.end())
    far.on('data', (piece) => client.write(piece))
    void (async () => {
      for await (const piece of client as AsyncIterable<Buffer>) {
        if (!far.writable) continue
        far.write(piece)
        await sleep(Math.max(turnMs, (piece.length / bytesPerSecond) * 1000))
      }
      far.end()
    })().catch(() => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/**
 * A server of Node's before a real one, at the end of a slow line, that answers 408 to whoever takes longer than
 * `requestTimeoutMs` to send. Tells each request that came whole.
 */
export async function serveOnSlowLine(
  realUrl: () => string,
  { bytesPerSecond, requestTimeoutMs }: { bytesPerSecond: number; requestTimeoutMs: number },
  note: (request: IncomingMessage, bytes: number) => void,
): Promise<ServedApi> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    note(request, body.length)
    const reply = await forward(realUrl(), request, body)
    const headers = Object.fromEntries(reply.headers)
    delete headers['content-encoding']
    response.writeHead(reply.status, headers)
    response.end(Buffer.from(await reply.arrayBuffer()))
  }
  const timeouts = { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs }
  const server = await listen(
    createServer({ ...timeouts, connectionsCheckingInterval: 50 }, (request, response) => {
      answer(request, response).catch(() => response.destroy())
    }),
  )
  const line = await openSlowLine(Number(new URL(server.url).port), bytesPerSecond)
  return {
    url: line.url,
    async stop() {
      await server.stop()
      await line.stop()
    },
  }
}
