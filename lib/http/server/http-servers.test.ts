import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { configureHttpServers } from './http-servers'

const limits = { headersTimeout: 300, requestTimeout: 600 }
// Takes effect once per process.
beforeAll(() => configureHttpServers(limits))

/** A Node server that checks timeouts more often, to keep the test short. */
async function serve() {
  const server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    void request.resume().once('end', () => response.end('done'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Sends only this text and returns everything received until the connection closes. */
async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return received
}

test('a slow client gets 408 and is disconnected', async () => {
  const { server, port, stop } = await serve()
  try {
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('done')
    expect(server).toMatchObject(limits)
    const start = 'POST / HTTP/1.1\r\nhost: a\r\n'
    const responses = await Promise.all([
      send(port, start),
      send(port, `${start}content-length: 100\r\n\r\na few bytes`),
      send(port, `${start}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
    ])
    for (const response of responses) expect(response).toContain('408 Request Timeout')
    // A client that sends nothing is disconnected without a response.
    expect(await send(port, '')).not.toContain('200')
  } finally {
    stop()
  }
})

test('an upgrade request gets an ordinary response, and its connection is closed', async () => {
  const { server, port, stop } = await serve()
  // Like Next for an unknown path.
  server.on('upgrade', () => undefined)
  try {
    await (await fetch(`http://127.0.0.1:${port}`)).text()
    const request = 'GET /_next/webpack-hmr HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\n'
    const response = await send(port, `${request}upgrade: websocket\r\n\r\n`)
    expect(response).toContain('200 OK')
  } finally {
    stop()
  }
})
