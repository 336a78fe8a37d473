import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { watchServers } from './open-servers'

const limits = { headersTimeout: 300, requestTimeout: 600 }
// The process is watched once.
beforeAll(() => watchServers(limits))

/** As a server of Node's comes: it looks more often here, so that no one waits. */
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

/** Sends this and no more; gives all that comes until the other side ends. */
async function send(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return received
}

test('who sends too slowly is told so and left, once the server has been asked', async () => {
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
    // Whoever says nothing at all is left without a word.
    expect(await send(port, '')).not.toContain('200')
  } finally {
    stop()
  }
})

test('who asks for another protocol gets an ordinary answer: no connection stays open for it', async () => {
  const { server, port, stop } = await serve()
  // As Next does where it knows nothing of the address.
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
